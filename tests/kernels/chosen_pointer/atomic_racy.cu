// expect: racy
//--blockDim=64 --gridDim=1

__global__ void counted(int *a, int *b, int n) {
    int *count = n > 3 ? a : b;
    atomicAdd(count, 1);
    if (threadIdx.x == 7) b[0] = 0;
}
