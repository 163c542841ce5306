// expect: potential
//--blockDim=64 --gridDim=4

// A place that is given back is given out once more.
__global__ void push(int *out, int *count, const int *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int at = atomicAdd(count, 1);
    out[at] = in[i];
    if (in[i] < 0) atomicSub(count, 1);
}
