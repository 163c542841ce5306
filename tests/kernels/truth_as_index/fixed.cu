// expect: drf
//--blockDim=2 --gridDim=1

__global__ void fill(int *a) {
    bool truth = threadIdx.x;
    a[truth] = threadIdx.x;
}
