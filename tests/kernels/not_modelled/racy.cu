// expect: racy
//--blockDim=8 --gridDim=1

// What is not modelled is behind a condition that the racing threads need not meet.
__global__ void k(int *A, int *B) {
    if (threadIdx.x == 7) {
        int z = __clz(threadIdx.x);
        B[0] = 10 / z;
    }
    A[0] = threadIdx.x;
}
