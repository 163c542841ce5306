// expect: drf
//--blockDim=64 --gridDim=1

__global__ void keep(int *out, const int *in) {
    int kept = 0;
    for (int i = 0; i < 16; i++) {
        if (in[i] > 0) {
            out[threadIdx.x * 32 + kept] = in[i];
            kept += 2;
        }
    }
}
