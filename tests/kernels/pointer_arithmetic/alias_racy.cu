// expect: racy
//--blockDim=64 --gridDim=1

__global__ void put(int *a) {
    int *p = &a[threadIdx.x], *q = &p[1];
    *q = *p;
}
