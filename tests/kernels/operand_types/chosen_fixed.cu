// expect: drf
//--blockDim=64 --gridDim=1

// An `int` or an `unsigned` is an `unsigned`: it is never below 0.
__global__ void f(int *a) {
    int t = threadIdx.x;
    int low = t - 64;
    unsigned three = 3;
    if ((t % 2 ? low : three) < 0) a[0] = t;
}
