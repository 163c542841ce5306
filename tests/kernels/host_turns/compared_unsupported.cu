// expect: unsupported
// flags: --strict

// Of the many arrays that one may be, it is the other one in a late turn.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }
int main(int c, char **v) {
    float *p, *q;
    cudaMalloc(&p, 4096);
    cudaMalloc(&q, 4096);
    float *x, *y, *r[20];
    cudaMalloc(&x, 4096);
    cudaMalloc(&y, 4096);
    for (int i = 0; i < 19; i++) cudaMalloc(&r[i], 4096);
    r[19] = q;
    for (int i = 0; i < 1000; i++) {
        if (p == q) x = y;
        p = r[i / 50];
    }
    k<<<1, 32>>>(x, y);
}
