// expect: drf
//--blockDim=64 --gridDim=1

// A parameter that is a value is a copy: the function changes nothing outside of it.
__device__ int doubled(int n) {
    n = n + n;
    return n;
}
__global__ void f(int *a) {
    int i = threadIdx.x;
    int d = doubled(i);
    if (d != i + i) a[0] = i;
    a[i] = d;
}
