// expect: racy
//--blockDim=64 --gridDim=1

// What is returned becomes what the function says that it returns.
__device__ unsigned char byte(int n) { return n; }
__global__ void f(int *a) {
    int i = threadIdx.x;
    if (byte(i + 256) == i) a[0] = i;
}
