// expect: racy
//--blockDim=64 --gridDim=1

// Towards zero: -7 / 2 is -3, and -7 % 4 is -3.
__global__ void fill(int *a) {
    int x = -7;
    a[threadIdx.x / (x % 4 == -3 ? 2 : 1)] = threadIdx.x;
}
