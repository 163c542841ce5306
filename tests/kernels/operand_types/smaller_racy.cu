// expect: racy
//--blockDim=64 --gridDim=1

// The smaller one of an `int` and an `unsigned` has no sign.
__global__ void f(int *a) {
    int low = threadIdx.x - 64;
    unsigned three = 3;
    if (min(low, three) == 3) a[0] = threadIdx.x;
}
