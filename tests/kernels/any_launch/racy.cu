// expect: racy
// flags: --launch any

// With 2^31 - 1 blocks of 1024 threads the number of a thread wraps around.
__global__ void number(int *a) {
    if (blockDim.y == 1 && blockDim.z == 1 && gridDim.y == 1 && gridDim.z == 1)
        a[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x;
}
