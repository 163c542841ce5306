// expect: drf
// flags: --block-dim 64 --grid-dim 1
__global__ void k(int *p) {
    int m[2][3] = {{1, 2, 3}, {4, 5, 6}};
    int s = 0;
    for (auto &row : m)
        for (int x : row) s += x;
    p[threadIdx.x] = s;
}
