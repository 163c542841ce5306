// expect: drf
//--blockDim=64 --gridDim=4

__global__ void push(int *out, int *counts) {
    int at = atomicAdd(&counts[blockIdx.x], 1);
    if (at >= 0 && at < 64) out[blockIdx.x * 64 + at] = threadIdx.x;
}
