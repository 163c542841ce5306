// A stencil in one dimension, in place: a thread reads its neighbours while they write.
// expect: racy
//--blockDim=128 --gridDim=8
__global__ void stencil(int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n - 1)
        a[i] = a[i - 1] + a[i] + a[i + 1];
}
