// expect: racy
//--blockDim=512 --gridDim=1

// It returns the type of what is returned, which has 8 bits.
__device__ auto low(int x) {
    unsigned char narrow = x;
    return narrow;
}

__global__ void k(int *a) {
    a[low(threadIdx.x)] = 1;
}
