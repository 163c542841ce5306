// expect: racy
// flags: --strict

// It is left by `break`, where its condition still holds.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }
bool ready();
int main(int c, char **v) {
    float *p, *q;
    cudaMalloc(&p, 4096);
    cudaMalloc(&q, 4096);
    float *r = p;
    while (r == p) {
        if (ready()) break;
        r = q;
    }
    k<<<1, 32>>>(p, r);
}
