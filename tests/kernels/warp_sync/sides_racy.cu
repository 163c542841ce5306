// expect: racy
// flags: --warp-sync
//--blockDim=32 --gridDim=1

// Nothing orders the two sides of a conditional.
__global__ void sides(int *a, int *b) {
    if (threadIdx.x % 2 == 0)
        a[threadIdx.x] = 1;
    else
        b[threadIdx.x] = a[threadIdx.x - 1];
}
