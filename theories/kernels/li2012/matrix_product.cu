// A product of square matrices of 64 columns in tiles of 16.
#define TILE 16
#define WIDTH 64
__global__ void matrixProduct(int *c, int *a, int *b) {
    __shared__ int as[TILE][TILE];
    __shared__ int bs[TILE][TILE];
    unsigned tx = threadIdx.x % TILE, ty = threadIdx.x / TILE;
    unsigned row = blockIdx.x / (WIDTH / TILE) * TILE + ty;
    unsigned column = blockIdx.x % (WIDTH / TILE) * TILE + tx;
    int sum = 0;
    for (unsigned tile = 0; tile < WIDTH / TILE; tile++) {
        as[ty][tx] = a[row * WIDTH + tile * TILE + tx];
        bs[ty][tx] = b[(tile * TILE + ty) * WIDTH + column];
        __syncthreads();
        for (unsigned k = 0; k < TILE; k++) sum += as[ty][k] * bs[k][tx];
        __syncthreads();
    }
    c[row * WIDTH + column] = sum;
}
