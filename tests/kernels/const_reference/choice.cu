// expect: unsupported
//--blockDim=32 --gridDim=1

// The reference is another name for one of the two.
__global__ void fill(int *a) {
    int first = 0, second = 0;
    const int &stride = threadIdx.x < 16 ? first : second;
    first = second = 1;
    a[threadIdx.x * stride] = threadIdx.x;
}
