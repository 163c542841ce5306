// expect: racy
// With `n` below zero only the `break` ends the loop.
__global__ void k(int *o, const int *g, int n) {
    for (int i = 0; i != n; i++) {
        if (g[i] > 0) break;
        if (n < 0) o[i] = threadIdx.x;
    }
}
void launch(int *o, const int *g, int n) { k<<<1, 64>>>(o, g, n); }
