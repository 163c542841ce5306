// expect: drf
//--blockDim=64 --gridDim=1

struct Packed { int values[4]; int count; };

__global__ void shift(Packed *a, const Packed *b) {
    Packed one = b[threadIdx.x];
    a[threadIdx.x] = one;
    a[threadIdx.x + 64] = a[threadIdx.x];
}
