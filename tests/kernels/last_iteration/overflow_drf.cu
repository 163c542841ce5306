// expect: drf
// flags: --block-dim 64

// Where the loop does not run, its bound minus one may have no value, and is not asked for.
__global__ void relax(int *to, int steps) {
    int last = -1;
    for (int i = 0; i < steps; i++) {
        last = i;
        if (i == steps - 1)
            break;
        last = -2;
    }
    if (last == -1)
        to[threadIdx.x + blockIdx.x * 64] = last;
}
