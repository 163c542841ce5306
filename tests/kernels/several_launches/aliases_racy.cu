// expect: racy
// The second launch gives one array twice.
__global__ void k(int *a, const int *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }
void launch() {
    int *a, *b;
    cudaMalloc(&a, 1024);
    cudaMalloc(&b, 1024);
    k<<<1, 64>>>(a, b);
    k<<<1, 64>>>(a, a);
}
