// expect: unsupported
// flags: --strict

// A late turn writes the other one of two pointers.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }
int main(int c, char **v) {
    float *p, *q;
    cudaMalloc(&p, 4096);
    cudaMalloc(&q, 4096);
    for (int i = 0; i < 1000; i++) {
        float **z = i == 500 ? &q : &p;
        *z = p;
    }
    k<<<1, 32>>>(p, q);
}
