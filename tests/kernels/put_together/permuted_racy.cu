// expect: racy
// flags: --timeout 60
// Two digits have each other's sizes.
__global__ void k(const float *x, float *y, int b, int n, int h, int d) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < b * h * n * d) {
        int of_b = i / (h * n * d), left = i % (h * n * d);
        int of_h = left / (n * d), of_n = left % (n * d) / d, of_d = left % (n * d) % d;
        y[of_b * h * n * d + of_n * n * d + of_h * d + of_d] = x[i];
    }
}
