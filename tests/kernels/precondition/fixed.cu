// expect: drf
//--blockDim=64 --gridDim=1

__global__ void shift(int *a, int n) {
    __requires(n >= 64);
    int x = a[threadIdx.x + n];
    if (threadIdx.x + n < 128) a[threadIdx.x] = x;
}
