// expect: unsupported
// flags: --strict

// A member of one of two structures is written.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }
struct S { float *a, *b; };
int main(int c, char **v) {
    float *p, *q;
    cudaMalloc(&p, 4096);
    cudaMalloc(&q, 4096);
    S s{p, q}, u{p, q};
    S &r = c & 1 ? s : u;
    r.a = r.b;
    k<<<1, 32>>>(s.a, s.b);
}
