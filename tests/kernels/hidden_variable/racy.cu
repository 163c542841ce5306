// expect: racy
//--blockDim=64 --gridDim=1

// In the inner block the name is that of the inner variable.
__global__ void f(int *a) {
    int i = threadIdx.x;
    {
        int i = 5;
        a[i] = threadIdx.x;
    }
    a[i + 64] = 1;
}
