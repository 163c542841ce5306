// expect: drf
//--blockDim=64 --gridDim=4

__global__ void push(int *out, unsigned *count, const int *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (in[i] > 0) out[atomicAdd(count, 1u)] = in[i];
}
