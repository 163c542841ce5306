// expect: racy
// flags: --strict

// Which of them it is, is known.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }
int main(int c, char **v) {
    float *p, *q;
    cudaMalloc(&p, 4096);
    cudaMalloc(&q, 4096);
    float **z = 3 == 3 ? &q : &p;
    *z = p;
    k<<<1, 32>>>(p, q);
}
