// expect: drf
//--blockDim=64 --gridDim=1

// What `-` is given becomes an `int`: it is never above 0.
__global__ void f(int *a) {
    unsigned char c = threadIdx.x;
    int k = -c;
    if (k > 0) a[0] = threadIdx.x;
}
