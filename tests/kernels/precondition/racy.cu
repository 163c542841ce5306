// expect: racy
//--blockDim=64 --gridDim=1

__global__ void shift(int *a, int n) {
    __requires(n >= 0);
    a[threadIdx.x] = a[threadIdx.x + n];
}
