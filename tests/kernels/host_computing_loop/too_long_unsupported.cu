// expect: unsupported
// flags: --strict

// The calls take all the work: the launch is not reached along a path, where both pointers are the same.
__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }

int step(int x) { if (x & 1) return 3 * x + 1; return x / 2; }
int far(int n) { int m = 0; for (int i = 0; i < n; i++) m += step(i) + step(m); return m; }
int further(int n) { int m = 0; for (int i = 0; i < n; i++) m += far(n) + far(n); return m; }
int furthest(int n) { int m = 0; for (int i = 0; i < n; i++) m += further(n) + further(n) + further(n) ; return m; }

void host(int turns) {
    float *p, *q;
    cudaMalloc(&p, 4096 * sizeof(float));
    cudaMalloc(&q, 4096 * sizeof(float));
    for (int i = 0; i < 1000; i++) furthest(i);
    for (int i = 0; i < 9; i++) furthest(furthest(i) + furthest(9));
    for (int turn = 0; turn < turns; turn++) {
        k<<<1, 32>>>(p, q);
        q = p;
    }
}
