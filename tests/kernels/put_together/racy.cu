// expect: racy

// Four elements are written for each second one.
__global__ void k(float *out, const float *table, int B, int T, int C) {
    unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
    int i = thread * 2;
    if (thread < 1000000 && i < B * T * C) {
        int row = i / C, b = row / T, t = row % T, c = i % C;
        float *to = out + b * T * C + t * C + c;
        for (int n = 0; n < 4; n++) to[n] = table[t * C + c];
    }
}
