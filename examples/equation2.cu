// [L22, equation (2)]: the index was read from the array, and is the thread's own.
// Race free, and yet the protocol of it is not.
// expect: drf
//--blockDim=32 --gridDim=1
__global__ void equation2(unsigned int *A) {
    A[threadIdx.x] = threadIdx.x;
    unsigned int x = A[threadIdx.x];
    A[x] = 9;
}
