// expect: racy
//--blockDim=64 --gridDim=1

__global__ void k(int *a) {
    int t = threadIdx.x;
    a[t ?: 5] = 1;
}
