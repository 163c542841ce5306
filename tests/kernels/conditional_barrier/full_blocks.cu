// expect: drf
// flags: --block-dim 64 --grid-dim 4 --param n=256

__global__ void mirror(int *b, const int *a, int n) {
    __shared__ int s[64];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    s[threadIdx.x] = a[i];
    __syncthreads();
    b[i] = s[63 - threadIdx.x];
}
