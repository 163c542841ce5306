// expect: racy
//--blockDim=64 --gridDim=1

__global__ void shift(int *a, const int *b, int n) {
    const int *other = n > 5 ? a : b;
    int next = 0;
    if (n > 5) next += other[63 - threadIdx.x];
    a[threadIdx.x] = next;
}
