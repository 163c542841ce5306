// expect: racy
//--blockDim=[4,8] --gridDim=2 --warp-sync=16

// The two halves of a warp are in no order.
__global__ void exchange(int *a) {
    int rank = threadIdx.x + 4 * threadIdx.y + 32 * blockIdx.x;
    int other = a[rank ^ 16];
    a[rank] = other;
}
