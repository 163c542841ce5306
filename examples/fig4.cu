// [L22, Figure 4]: one thread writes, the others do nothing.
// expect: drf
//--blockDim=32 --gridDim=1
__global__ void figure4(unsigned int *A) {
    if (threadIdx.x == 0)
        A[0] = threadIdx.x;
}
