// expect: drf
//--blockDim=64 --gridDim=1

__device__ void twice(int &x, const int &by) { x = x * by; }

__global__ void fill(int *a) {
    int i = threadIdx.x;
    twice(i, 2);
    a[i] = threadIdx.x;
}
