// expect: potential
// flags: --block-dim 64 --grid-dim 1
// Nobody knows what bytes a number of a thread's own has.
__global__ void k(int *out) {
    int at[2] = {1, 1};
    memset(at, 0, sizeof(at));
    out[at[1] + threadIdx.x] = 1;
}
