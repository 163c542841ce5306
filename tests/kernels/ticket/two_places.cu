// expect: drf
//--blockDim=64 --gridDim=1

// From both ends of the text, one counter.
__global__ void push(int *out, int *count) {
    if (threadIdx.x < 32) out[atomicAdd(count, 1)] = 1;
    else { int at = atomicAdd(count, 3); out[at + 2] = 2; }
}
