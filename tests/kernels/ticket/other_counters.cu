// expect: racy
//--blockDim=64 --gridDim=1

// Two counters may hold one number.
__global__ void push(int *out, int *counts) {
    out[atomicAdd(&counts[threadIdx.x % 2], 1)] = 1;
}
