// expect: racy
//--blockDim=64 --gridDim=1

struct Packed { int values[4]; int count; };

__global__ void shift(Packed *a) {
    Packed one = a[63 - threadIdx.x];
    a[threadIdx.x].values[3] = one.count;
}
