// expect: racy
//--blockDim=64 --gridDim=1

__device__ void halve(int &x, const int &by) { x = x / by; }

__global__ void fill(int *a) {
    int i = threadIdx.x;
    halve(i, 2);
    a[i] = threadIdx.x;
}
