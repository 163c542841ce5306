// Transposes a matrix through shared memory, one 32 x 32 tile a block, without the barrier: a thread
// reads what another one has yet to write.
// expect: racy
//--blockDim=[32,32] --gridDim=[4,4]
#define TILE 32

__global__ void transpose(const float *src, float *dst) {
    __shared__ float tile[TILE][TILE + 1];
    int width = gridDim.x * TILE;
    int height = gridDim.y * TILE;
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = src[y * width + x];
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    dst[y * height + x] = tile[threadIdx.x][threadIdx.y];
}
