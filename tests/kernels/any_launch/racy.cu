// expect: racy
// flags: --launch any

// With 2^31 - 1 blocks of 1024 threads the number of a thread wraps around.
__global__ void number(int *a) {
    if (threadIdx.y + threadIdx.z + blockIdx.y + blockIdx.z == 0)
        a[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x;
}
