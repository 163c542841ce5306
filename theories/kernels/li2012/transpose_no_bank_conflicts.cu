// A transposition through a tile with a column to spare.
#define TILE 16
__global__ void transposeNoBankConflicts(int *out, int *in) {
    __shared__ int tile[TILE][TILE + 1];
    unsigned tx = threadIdx.x % TILE, ty = threadIdx.x / TILE;
    unsigned tiles = 8;
    unsigned bx = blockIdx.x % tiles, by = blockIdx.x / tiles;
    unsigned width = tiles * TILE;
    tile[ty][tx] = in[(by * TILE + ty) * width + bx * TILE + tx];
    __syncthreads();
    out[(bx * TILE + ty) * width + by * TILE + tx] = tile[tx][ty];
}
