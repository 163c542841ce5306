// expect: unsupported
// flags: --strict

// As that, by two statements.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }
int main(int c, char **v) {
    float *p, *q;
    cudaMalloc(&p, 4096);
    cudaMalloc(&q, 4096);
    float **z = &p;
    if (c == 3) z = &q;
    *z = p;
    k<<<1, 32>>>(p, q);
}
