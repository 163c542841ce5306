// expect: drf
// flags: --block-dim 64 --grid-dim 1
__global__ void k(int *p) {
    const int d[4] = {1, 2, 3, 4};
    int s = 0;
    for (int x : d) s += x;
    p[threadIdx.x] = s;
}
