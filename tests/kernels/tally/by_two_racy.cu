// expect: racy
//--blockDim=64 --gridDim=1

// Two for each that is kept: the ninth is where the next thread begins.
__global__ void keep(int *out, const int *in) {
    int kept = 0;
    for (int i = 0; i < 16; i++) {
        if (in[i] > 0) {
            out[threadIdx.x * 16 + kept] = in[i];
            kept += 2;
        }
    }
}
