// expect: racy
//--blockDim=64 --gridDim=1

__global__ void pass(int *a, int *b) {
    a[threadIdx.x] = 1;
    __threadfence();
    b[threadIdx.x] = a[threadIdx.x ^ 1];
}
