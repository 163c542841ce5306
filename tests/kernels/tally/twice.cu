// expect: potential
//--blockDim=64 --gridDim=1

// Up to two for each iteration, and none twice for one input: that is not followed.
__global__ void keep(int *out, const int *in) {
    int kept = 0;
    for (int i = 0; i < 16; i++) {
        if (in[i] > 0) kept++;
        if (in[i] < 0) kept++;
        out[threadIdx.x * 17 + kept] = 1 + threadIdx.x;
    }
}
