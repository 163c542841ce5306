// expect: unsupported
//--blockDim=32 --gridDim=1

// The enumeration is one of unsigned numbers.
enum Mask { all = 0xFFFFFFFFu };

__global__ void fill(int *a) {
    Mask mask = all;
    a[threadIdx.x * (mask > 0 ? 1 : 0)] = threadIdx.x;
}
