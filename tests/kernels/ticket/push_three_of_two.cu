// expect: racy
//--blockDim=64 --gridDim=4

// Each thread takes two places and uses three.
__global__ void push(int *out, int *count, const int *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int at = atomicAdd(count, 2);
    out[at] = in[i];
    out[at + 1] = -in[i];
    out[at + 2] = 0;
}
