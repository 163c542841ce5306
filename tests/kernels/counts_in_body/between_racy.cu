// expect: racy
//--blockDim=64 --gridDim=1

// The first thread writes out[1] to out[3] and out[8] to out[10].
__global__ void k(int *out, unsigned n) {
    int rest = n % 4;
    if (threadIdx.x == 0) {
        while (rest > 0) { out[rest] = 1; --rest; out[rest + 8] = 2; }
    }
    if (threadIdx.x == 1) out[10] = 3;
}
