// expect: drf
// flags: --strict

// Each turn has an array of its own.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }
void host(int n) {
    float *p, *q, *r;
    cudaMalloc(&p, 4096);
    cudaMalloc(&q, 4096);
    for (int i = 0; i < 1000; i++) {
        cudaMalloc(&r, 4096);
        k<<<1, 32>>>(r, q);
        cudaFree(r);
    }
    k<<<1, 32>>>(p, q);
}
