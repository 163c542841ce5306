// expect: drf
//--blockDim=[8,8] --gridDim=1

__global__ void transpose(int *a) {
    __shared__ int tile[8][8];
    tile[threadIdx.y][threadIdx.x] = a[threadIdx.y * 8 + threadIdx.x];
    __syncthreads();
    a[threadIdx.y * 8 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
