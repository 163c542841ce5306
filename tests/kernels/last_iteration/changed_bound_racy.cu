// expect: racy
// flags: --block-dim 64

// The bound shrinks in the loop, so that its last iteration is not the one before the first bound: of 2 steps there is
// one iteration.
__global__ void relax(int *to, int steps) {
    int n = steps, last = 0;
    for (int i = 0; i < n; i++) {
        last = i;
        if (i == n - 1)
            break;
        n = n - 1;
    }
    if (steps == 2 && last == 0)
        to[threadIdx.x / 2] = last;
}
