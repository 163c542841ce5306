// expect: racy
// With `n` below zero the counter never comes to it: the other condition ends the loop.
__global__ void k(int *o, const int *g, int n) {
    int i;
    for (i = 0; i != n && g[i]; i++) {}
    if (n < 0) o[0] = threadIdx.x;
}
void launch(int *o, const int *g, int n) { k<<<1, 64>>>(o, g, n); }
