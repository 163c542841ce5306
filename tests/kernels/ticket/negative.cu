// expect: potential
//--blockDim=64 --gridDim=4

__global__ void push(int *out, int *count, const int *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int at = atomicAdd(count, 1);
    out[at] = in[i];
    if (in[i] < 0) atomicAdd(count, -1);
}
