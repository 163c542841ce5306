// expect: drf
// Where the loop does not run, `inside` has no value, and to decide by it has no meaning.
__global__ void k(int *p, int n, int steps) {
    int x = blockIdx.x * 64 + threadIdx.x;
    bool inside;
    for (int i = 0; i < steps; i++) {
        inside = x < n;
        if (i == steps - 1) break;
        inside = false;
    }
    if (inside) p[x % n] = 1;
}
void launch(int *p, int n, int steps) { k<<<4, 64>>>(p, n, steps); }
