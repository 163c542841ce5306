// expect: racy
//--blockDim=64 --gridDim=1

// `n * n` overflows, and is not evaluated: the loop ends before.
__global__ void ends(int *out, int n) {
    int at = threadIdx.x;
    for (int k = 0; k < 2; k++) {
        if (n == 100000) out[threadIdx.x / 2] = at;
        if (n > 1000) break;
        at += n * n;
    }
}
