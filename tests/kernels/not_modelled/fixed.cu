// expect: drf
//--blockDim=8 --gridDim=1

__global__ void k(int *A, int n) {
    int z = __clz(n);
    A[threadIdx.x] = 10 / z;
}
