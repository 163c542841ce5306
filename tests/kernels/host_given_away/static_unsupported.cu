// expect: unsupported
// flags: --strict

// Who is given the pointer may change it, or leave it as it is.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }
struct Check { static bool ok(const void *); };
int main(int c, char **v) {
    float *p, *q;
    cudaMalloc(&p, 4096);
    cudaMalloc(&q, 4096);
    float *r = p + 10;
    if (!Check::ok(r)) return 1;
    k<<<1, 32>>>(p, r);
}
