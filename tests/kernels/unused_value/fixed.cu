// expect: drf
//--blockDim=64 --gridDim=1

__global__ void step(int *a, int *p) {
    a[threadIdx.x] = 1;
    a[threadIdx.x + 1];
    (void) a[threadIdx.x + 2];
    int *q = a;
    *q++, a[0];
}
