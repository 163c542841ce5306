// expect: racy
//--blockDim=64 --gridDim=1

// The 32nd that is kept is where the next thread begins.
__global__ void keep(int *out, const int *in) {
    int kept = 0;
    for (int i = 0; i < 32; i++)
        if (in[i] > 0) {
            out[threadIdx.x * 31 + kept] = in[i];
            kept++;
        }
}
