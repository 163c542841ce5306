// expect: racy
//--blockDim=64 --gridDim=1

__global__ void one(int *a) {
    __assume(threadIdx.x < 2);
    a[0] = threadIdx.x;
}
