// expect: drf
// flags: --launch any

__global__ void number(int *a) {
    if (threadIdx.y + threadIdx.z + blockIdx.y + blockIdx.z == 0)
        a[(unsigned long long)blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x;
}
