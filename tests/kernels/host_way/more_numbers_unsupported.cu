// expect: unsupported
// flags: --strict

// The second launch is for some of the numbers of the first, and its pointers may be one.
__global__ void k(float *a, const float *b, int n) { a[threadIdx.x] = b[threadIdx.x + 1] + n; }
void host(int n) {
    float *x, *y;
    cudaMalloc(&x, 400);
    cudaMalloc(&y, 400);
    k<<<1, 64>>>(x, y, n);
    std::vector<float *> v{x, x};
    if (n > 5) k<<<1, 64>>>(v[0], v[1], n);
}
