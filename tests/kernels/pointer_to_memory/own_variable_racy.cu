// expect: racy
// flags: --block-dim 64 --grid-dim 1 --timeout 20

// The pointer leads to a variable of the thread, which changes in the loop.
__global__ void fill(int *a, bool second) {
    int own = threadIdx.x, other = 0;
    int *p = &other;
    if (second) p = &own;
    for (int i = 0; i < 2; i++) {
        a[own] = i;
        *p = 0;
    }
}
