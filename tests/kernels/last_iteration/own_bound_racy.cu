// expect: racy
// flags: --block-dim 64 --grid-dim 1

// The bound mentions the counter, which the step changes: with n == 2 there is one iteration, behind which the first test
// of the next one fails, and nothing ends early.
__global__ void relax(int *to, int n) {
    int last = 0;
    for (int i = 0; i < n - i; i++) {
        last = 1;
        if (i == n - i - 1)
            break;
        last = -1;
    }
    if (n == 2 && last == -1)
        to[threadIdx.x / 2] = last;
}
