// expect: racy
// flags: --strict

// It may leave the loop before the pointer is another one.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }
bool ready();
int main(int c, char **v) {
    float *p, *q;
    cudaMalloc(&p, 4096);
    cudaMalloc(&q, 4096);
    float *r = p;
    for (;;) {
        if (ready()) break;
        r = q;
    }
    k<<<1, 32>>>(p, r);
}
