// expect: unsupported
// flags: --strict

// As an address, by a reference.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }
int main(int c, char **v) {
    float *p, *q;
    cudaMalloc(&p, 4096);
    cudaMalloc(&q, 4096);
    float *&r = c == 3 ? q : p;
    r = p;
    k<<<1, 32>>>(p, q);
}
