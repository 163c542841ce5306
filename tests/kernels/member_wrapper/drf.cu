// expect: drf

// Two arrays are given.
__global__ void k(int *out, const int *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i + 1];
}

struct Runner {
    void step(int *x, int *y, int n) { k<<<4, 256>>>(x, y, n); }
};

int main() {
    int *a, *b;
    cudaMalloc(&a, 1025 * sizeof(int));
    cudaMalloc(&b, 1025 * sizeof(int));
    Runner runner;
    runner.step(a, b, 1024);
}
