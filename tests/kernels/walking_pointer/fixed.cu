// expect: drf
//--blockDim=64 --gridDim=4

__global__ void walk(int *a, int n) {
    int *p = a + blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = 0; i < n; ++i) {
        *p = i;
        p += gridDim.x * blockDim.x;
    }
}
