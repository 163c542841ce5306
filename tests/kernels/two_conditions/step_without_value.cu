// expect: racy
// Where `c` is 0 the step has no value, and is not evaluated.
__global__ void k(int *o, const int *g, int c) {
    int step;
    bool go = false;
    if (c) {
        step = 1;
        go = true;
    }
    for (int i = 0; go && i < 4; i += step) go = g[i] > 0;
    if (!c) o[0] = threadIdx.x;
}
void launch(int *o, const int *g, int c) { k<<<1, 64>>>(o, g, c); }
