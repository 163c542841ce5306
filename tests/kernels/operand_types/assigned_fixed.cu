// expect: drf
//--blockDim=64 --gridDim=1

// `/=` works at the common type of both sides, an `unsigned` here, and what it gives is half of a large number.
__global__ void f(int *a) {
    int low = threadIdx.x - 64;
    low /= 2u;
    if (low < 0) a[0] = threadIdx.x;
}
