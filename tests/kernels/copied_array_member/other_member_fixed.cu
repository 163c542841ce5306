// expect: drf
//--blockDim=64 --gridDim=1

struct Packed { int values[4]; int count; };

__global__ void shift(Packed *a, int *out) {
    for (int i = 0; i < 4; i++) a[threadIdx.x].values[i] = i;
    out[threadIdx.x] = a[63 - threadIdx.x].count;
}
