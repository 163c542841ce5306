// expect: drf
//--blockDim=64 --gridDim=1

__global__ void pass(int *a, int *b) {
    a[threadIdx.x] = 1;
    __threadfence();
    __syncthreads();
    b[threadIdx.x] = a[threadIdx.x ^ 1];
}
