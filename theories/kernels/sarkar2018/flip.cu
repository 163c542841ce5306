//--blockDim=128 --gridDim=8
// Write after write, type 3: a cell is cleared by one thread and filled by another.
__global__ void flip(int *out, int *in) {
    __shared__ int line[128];
    unsigned tid = threadIdx.x, base = blockIdx.x * blockDim.x;
    line[tid] = 0;
#ifndef INJECTED
    __syncthreads();
#endif
    line[blockDim.x - 1 - tid] = in[base + tid];
    __syncthreads();
    out[base + tid] = line[tid];
}
