// expect: racy

// As `by_numbers_drf.cu`, where rows of 5 numbers are 4 apart.
__global__ void k(int *out, const int *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 6 * 5 * 4 * 3) {
        int a = i / (5 * 4 * 3) % 6, b = i / (4 * 3) % 5, c = i / 3 % 4, d = i % 3;
        out[d * (4 * 6 * 5) + c * (6 * 5) + a * 4 + b] = in[i];
    }
}
