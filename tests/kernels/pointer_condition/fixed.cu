// expect: drf
//--blockDim=64 --gridDim=4

__global__ void add(int *a, int *b, const int *c) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (a) a[i] = c[i];
    if (!b) return;
    b[i] += b && c ? c[i] : 1;
}
