// expect: racy
//--blockDim=64 --gridDim=1

// An `int` or an `unsigned` is an `unsigned`: one below 0 becomes large.
__global__ void f(int *a) {
    int t = threadIdx.x;
    int low = t - 64;
    unsigned three = 3;
    if ((t % 2 ? low : three) > 5) a[0] = t;
}
