// expect: racy
// flags: --strict

// Behind the loop its condition does not hold.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }
bool ready();
int main(int c, char **v) {
    float *p, *q;
    cudaMalloc(&p, 4096);
    cudaMalloc(&q, 4096);
    float *r = p;
    while (r == q) {
        if (ready()) r = q;
    }
    k<<<1, 32>>>(p, r);
}
