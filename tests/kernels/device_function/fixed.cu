// expect: drf
//--blockDim=64 --gridDim=1

__device__ int next(int i) { return i + 1; }

__global__ void shift(int *a, const int *b) {
    int i = threadIdx.x;
    a[i] = b[next(i)];
}
