// expect: drf
//--blockDim=64 --gridDim=1

// Before iteration i, no more than i were kept.
__global__ void keep(int *out, const int *in) {
    int kept = 0;
    for (int i = 0; i < 32; i++)
        if (in[i] > 0) {
            out[threadIdx.x * 32 + kept] = in[i];
            kept++;
        }
}
