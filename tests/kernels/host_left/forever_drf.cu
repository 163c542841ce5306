// expect: drf
// flags: --strict

// A loop without a condition has a turn.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }
bool ready();
int main(int c, char **v) {
    float *p, *q;
    cudaMalloc(&p, 4096);
    cudaMalloc(&q, 4096);
    float *r = p;
    for (;;) {
        r = q;
        if (ready()) break;
    }
    k<<<1, 32>>>(p, r);
}
