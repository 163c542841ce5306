// expect: drf
// flags: --strict

// The members of a structure are swapped by a function.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }
struct S { float *x, *y; int n; };
void turn(S &s) { float *t = s.x; s.x = s.y; s.y = t; s.n++; }
void host(int n) {
    S s;
    cudaMalloc(&s.x, 4096);
    cudaMalloc(&s.y, 4096);
    for (int i = 0; i < 1000; i++) turn(s);
    k<<<1, 32>>>(s.x, s.y);
    for (int i = 0; i < n; i++) turn(s);
    k<<<1, 32>>>(s.x, s.y);
}
