// A transposition through a tile: its columns lie in one bank.
#define TILE 16
__global__ void transposeCoalesced(int *out, int *in) {
    __shared__ int tile[TILE][TILE];
    unsigned tx = threadIdx.x % TILE, ty = threadIdx.x / TILE;
    unsigned tiles = 8;
    unsigned bx = blockIdx.x % tiles, by = blockIdx.x / tiles;
    unsigned width = tiles * TILE;
    tile[ty][tx] = in[(by * TILE + ty) * width + bx * TILE + tx];
    __syncthreads();
    out[(bx * TILE + ty) * width + by * TILE + tx] = tile[tx][ty];
}
