// expect: drf
//--blockDim=64 --gridDim=1

// In the inner block the name is that of the inner variable, and behind it that of the outer one.
__global__ void f(int *a) {
    int i = 5;
    {
        int i = threadIdx.x;
        a[i] = 1;
    }
    if (i != 5) a[64] = threadIdx.x;
}
