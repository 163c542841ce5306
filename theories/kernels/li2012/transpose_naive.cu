// A transposition, straight from global to global memory.
#define TILE 16
__global__ void transposeNaive(int *out, int *in) {
    unsigned tx = threadIdx.x % TILE, ty = threadIdx.x / TILE;
    unsigned tiles = 8;
    unsigned bx = blockIdx.x % tiles, by = blockIdx.x / tiles;
    unsigned width = tiles * TILE;
    unsigned x = bx * TILE + tx, y = by * TILE + ty;
    out[x * width + y] = in[y * width + x];
}
