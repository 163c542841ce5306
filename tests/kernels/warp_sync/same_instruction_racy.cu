// expect: racy
// flags: --warp-sync
//--blockDim=32 --gridDim=1

__global__ void one(int *a) {
    a[threadIdx.x / 2] = threadIdx.x;
}
