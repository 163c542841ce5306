// expect: potential
//--blockDim=8 --gridDim=1

// Of the first four threads only thread 0 leaves the loop.
__global__ void k(int *A) {
    for (unsigned i = threadIdx.x; i != 4; i += 4) A[8 + threadIdx.x] = i;
    if (threadIdx.x < 4) A[0] = 1;
}
