// expect: potential
//--blockDim=64 --gridDim=1

// The host may write it, and is not at hand.
__constant__ int by = 1;

__global__ void fill(int *a) {
    if (by > 0) a[threadIdx.x / by] = threadIdx.x;
}
