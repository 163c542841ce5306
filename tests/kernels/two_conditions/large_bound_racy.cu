// expect: racy
// `n - 1` is larger than each `int` where `n` is 0; the loop ends early all the same.
__global__ void k(int *o, const int *g, unsigned n) {
    int i;
    for (i = 0; i < n - 1 && g[i]; i++) {}
    if (n == 0) o[0] = threadIdx.x;
}
void launch(int *o, const int *g, unsigned n) { k<<<1, 64>>>(o, g, n); }
