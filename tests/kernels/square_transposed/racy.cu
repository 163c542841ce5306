// expect: racy
//--blockDim=64 --gridDim=1

__global__ void transpose(int *a) {
    __shared__ int s[8][9];
    int row = threadIdx.x / 8, column = threadIdx.x % 8;
    s[row][column] = a[threadIdx.x];
    __syncwarp();
    a[threadIdx.x] = s[column][row];
}
