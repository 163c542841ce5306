// expect: racy
//--blockDim=64 --gridDim=1

__global__ void step(int *a, int *p) {
    a[threadIdx.x] = 1;
    int unused = a[threadIdx.x + 1];
    *p;
}
