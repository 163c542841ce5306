// expect: potential
//--blockDim=64 --gridDim=1

// Whoever comes to the condition with `n` another number reads what nobody wrote.
__global__ void leave(int n) {
    float x;
    if (n == 12345) x = 2;
    if (x < 1 && threadIdx.x < 3) return;
    __syncthreads();
}
