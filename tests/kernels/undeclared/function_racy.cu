// expect: racy
//--blockDim=64 --gridDim=64

__device__ int mixed(int x);

// What it is given is read.
__global__ void mix(int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = mixed(out[i + 1]);
}
