// expect: drf
//--blockDim=64 --gridDim=1

__global__ void shift(int *a, const int *b, int n) {
    __shared__ int s[64];
    s[threadIdx.x] = b[threadIdx.x];
    __syncthreads();
    const int *from = n > 3 ? s : b;
    const int *other = n > 5 ? a : b;
    int next = from[63 - threadIdx.x];
    if (n > 5) next += other[threadIdx.x];
    a[threadIdx.x] = next;
}
