// expect: racy
//--blockDim=64 --gridDim=4

// Both begin at one address.
__global__ void both() {
    extern __shared__ float sums[];
    extern __shared__ int flags[];
    sums[threadIdx.x] = 1;
    flags[threadIdx.x ^ 1] = 1;
}
