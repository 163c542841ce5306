// Scalar products of pairs of vectors of 256 elements, one pair a block.
#define LENGTH 256
__global__ void scalarProduct(int *c, int *a, int *b) {
    __shared__ int sums[1024];
    unsigned tid = threadIdx.x;
    int sum = 0;
    for (unsigned at = tid; at < LENGTH; at += blockDim.x)
        sum += a[blockIdx.x * LENGTH + at] * b[blockIdx.x * LENGTH + at];
    sums[tid] = sum;
    for (unsigned stride = blockDim.x / 2; stride > 0; stride >>= 1) {
        __syncthreads();
        if (tid < stride) sums[tid] += sums[stride + tid];
    }
    if (tid == 0) c[blockIdx.x] = sums[0];
}
