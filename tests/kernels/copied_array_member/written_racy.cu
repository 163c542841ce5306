// expect: racy
//--blockDim=64 --gridDim=1

struct Packed { int values[2][2]; int count; };

__global__ void shift(Packed *a, int *out) {
    Packed one;
    one.count = 3;
    a[threadIdx.x] = one;
    out[threadIdx.x] = a[63 - threadIdx.x].values[1][0];
}
