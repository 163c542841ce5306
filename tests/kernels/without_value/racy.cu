// expect: racy
// As drf.cu, but the variable has a value where the loop does not run.
__global__ void k(int *p, int n, int steps) {
    int x = blockIdx.x * 64 + threadIdx.x;
    bool inside = true;
    for (int i = 0; i < steps; i++) {
        inside = x < n;
        if (i == steps - 1) break;
        inside = false;
    }
    if (inside) p[x % n] = threadIdx.x;
}
void launch(int *p, int n, int steps) { k<<<4, 64>>>(p, n, steps); }
