//--blockDim=128 --gridDim=8
// Write after read, type 2: what a neighbour has to read first is overwritten behind a barrier.
__global__ void shift(int *out, int *in) {
    __shared__ int line[129];
    unsigned tid = threadIdx.x, base = blockIdx.x * blockDim.x;
    line[tid] = in[base + tid];
    __syncthreads();
    int next = line[tid + 1];
#ifndef INJECTED
    __syncthreads();
#endif
    line[tid] = next;
    __syncthreads();
    out[base + tid] = line[tid];
}
