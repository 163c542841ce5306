// expect: drf
//--blockDim=64 --gridDim=1

// The first thread writes out[1] to out[3].
__global__ void k(int *out, unsigned n) {
    int rest = n % 4;
    if (threadIdx.x == 0) {
        while (rest) { int at = 4 - rest--; out[at] = 1; }
    }
    if (threadIdx.x == 1) out[0] = 3;
}
