// expect: unsupported
// flags: --strict

// A function makes the members of a structure one, in a late turn.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }
struct S { float *x, *y; int n; };
void turn(S &s) { if (s.n++ == 500) s.x = s.y; }
void host(int n) {
    S s;
    s.n = 0;
    cudaMalloc(&s.x, 4096);
    cudaMalloc(&s.y, 4096);
    for (int i = 0; i < 1000; i++) turn(s);
    k<<<1, 32>>>(s.x, s.y);
}
