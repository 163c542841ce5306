// expect: unsupported
// flags: --strict

// A reference that a function gives back.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }
struct S { float *a, *b; };
struct W { S s; S &get() { return s; } };
int main(int c, char **v) {
    float *p, *q;
    cudaMalloc(&p, 4096);
    cudaMalloc(&q, 4096);
    W w{{p, q}};
    S &r = w.get();
    r.a = r.b;
    k<<<1, 32>>>(w.s.a, w.s.b);
}
