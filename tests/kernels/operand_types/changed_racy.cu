// expect: racy
//--blockDim=64 --gridDim=1

// A parameter that is a value is a copy: the function changes nothing outside of it.
__device__ int without_last_bit(int n) {
    n = n / 2 * 2;
    return n;
}
__global__ void f(int *a) {
    int i = threadIdx.x;
    int even = without_last_bit(i);
    if (i == even + 1) a[0] = i;
}
