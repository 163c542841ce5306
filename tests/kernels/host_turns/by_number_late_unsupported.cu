// expect: unsupported
// flags: --strict

// The number that says which is which takes turns, and a late turn makes both one.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }
static float *g[2];
int main(int c, char **v) {
    cudaMalloc(&g[0], 4096);
    cudaMalloc(&g[1], 4096);
    for (int i = 0; i < 1000; i++) {
        k<<<1, 32>>>(g[i % 2], g[(i + 1) % 2]);
        if (i == 900) g[1] = g[0];
    }
}
