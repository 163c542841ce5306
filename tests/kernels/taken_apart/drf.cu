// expect: drf

// The number of a thread is taken apart into four digits, of which two change places. Nobody says that the sizes are
// positive.
__global__ void k(int *out, const int *in, int B, int H, int N, int d) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < B * H * N * d) {
        int b = i / (H * N * d), rest = i % (H * N * d);
        int h = rest / (N * d);
        rest = rest % (N * d);
        int n = rest / d, x = rest % d;
        out[(b * N * H * d) + (n * H * d) + (h * d) + x] = in[i];
    }
}
