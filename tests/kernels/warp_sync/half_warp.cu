// expect: drf
//--blockDim=[4,8] --gridDim=2 --warp-sync=16

// The last rows of each half exchange within the half.
__global__ void exchange(int *a) {
    int rank = threadIdx.x + 4 * threadIdx.y + 32 * blockIdx.x;
    int other = a[rank ^ 15];
    a[rank] = other;
}
