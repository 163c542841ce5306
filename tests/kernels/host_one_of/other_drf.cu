// expect: drf
// flags: --strict

// Which of two is written, says nothing of two others.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }
int main(int c, char **v) {
    float *p, *q;
    cudaMalloc(&p, 4096);
    cudaMalloc(&q, 4096);
    float *r, *s, **z = c == 3 ? &q : &p;
    cudaMalloc(&r, 4096);
    cudaMalloc(&s, 4096);
    *z = p;
    k<<<1, 32>>>(r, s);
}
