// expect: racy
//--blockDim=64 --gridDim=1

// The first thread writes out[0] to out[2].
__global__ void k(int *out, unsigned n) {
    int rest = n % 4;
    if (threadIdx.x == 0) {
        while (rest-- > 0) out[rest] = 1;
    }
    if (threadIdx.x == 1) out[2] = 3;
}
