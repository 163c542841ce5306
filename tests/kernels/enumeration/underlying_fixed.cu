// expect: drf
//--blockDim=32 --gridDim=1

// The difference is one of unsigned numbers.
enum Size : unsigned { one = 1 };

__global__ void fill(int *a) {
    int stride = one - 2 > 0 ? 1 : 0;
    a[threadIdx.x * stride] = threadIdx.x;
}
