//--blockDim=128 --gridDim=8
// Read after write, type 1: what a neighbour wrote is read behind a barrier.
__global__ void rotate_left(int *out, int *in) {
    __shared__ int line[128];
    unsigned tid = threadIdx.x, base = blockIdx.x * blockDim.x;
    line[tid] = in[base + tid];
#ifndef INJECTED
    __syncthreads();
#endif
    out[base + tid] = line[(tid + 1) % blockDim.x];
}
