// expect: drf
// flags: --block-dim 64 --grid-dim 1
struct Tile { int at[64]; };
__global__ void k(int *p) {
    __shared__ Tile tile;
    tile.at[threadIdx.x] = p[threadIdx.x];
    __syncthreads();
    int sum = 0;
    for (const int &x : tile.at) {
        if (x < 0) break;
        sum += x;
    }
    p[threadIdx.x] = sum;
}
