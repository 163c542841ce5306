// A stencil of radius 3 in one dimension, its block and both halos in shared memory.
// expect: drf
//--blockDim=128 --gridDim=8
#define RADIUS 3
#define BLOCK 128

__global__ void stencil(const int *src, int *dst, int n) {
    __shared__ int near[BLOCK + 2 * RADIUS];
    int g = blockIdx.x * blockDim.x + threadIdx.x + RADIUS;
    int l = threadIdx.x + RADIUS;
    near[l] = src[g];
    if (threadIdx.x < RADIUS) {
        near[l - RADIUS] = src[g - RADIUS];
        near[l + BLOCK] = src[g + BLOCK];
    }
    __syncthreads();
    int sum = 0;
    for (int offset = -RADIUS; offset <= RADIUS; offset++)
        sum += near[l + offset];
    if (g < n)
        dst[g] = sum;
}
