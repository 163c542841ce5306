// expect: racy or unsupported
// flags: --strict

// The pointers move in the arrays that they take turns to point to.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }
int main(int c, char **v) {
    float *p, *q;
    cudaMalloc(&p, 4096);
    cudaMalloc(&q, 4096);
    float *from = p + 64;
    for (int i = 0; i < 100; i++) {
        float *t = p;
        p = q + 1;
        q = t + 1;
    }
    k<<<1, 32>>>(p, from);
}
