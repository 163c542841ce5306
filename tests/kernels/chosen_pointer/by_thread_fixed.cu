// expect: drf
//--blockDim=64 --gridDim=1

__global__ void halves(int *a, int *b) {
    int *to = threadIdx.x < 32 ? a : b;
    to[threadIdx.x % 32] = 1;
}
