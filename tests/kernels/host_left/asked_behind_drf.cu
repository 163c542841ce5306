// expect: drf
// flags: --strict

// Behind a loop it is asked what it came to.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }
bool ready();
int main(int c, char **v) {
    float *p, *q;
    cudaMalloc(&p, 4096);
    cudaMalloc(&q, 4096);
    float *r = p;
    for (int i = 0; i < c; i++) {
        if (ready()) r = q;
    }
    if (r == p) return 1;
    k<<<1, 32>>>(p, r);
}
