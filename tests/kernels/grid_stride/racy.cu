// expect: racy
//--blockDim=64 --gridDim=4

__global__ void put(int *a, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x) a[i] = i;
}
