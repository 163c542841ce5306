// expect: racy
//--blockDim=64 --gridDim=1

// The first thread writes out[1] to out[3].
__global__ void k(int *out, unsigned n) {
    int rest = n % 4;
    if (threadIdx.x == 0) {
        while (rest) { out[rest] = 1; rest--; }
    }
    if (threadIdx.x == 1) out[3] = 3;
}
