// expect: drf
// flags: --strict

// Nobody comes to the launch from the loop without turns.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }
bool ready();
int main(int c, char **v) {
    float *p, *q;
    cudaMalloc(&p, 4096);
    cudaMalloc(&q, 4096);
    float *r = p;
    while (c > 0) {
        r = q;
        if (ready()) break;
    }
    if (c <= 0) return 1;
    k<<<1, 32>>>(p, r);
}
