// expect: drf
//--blockDim=64 --gridDim=1

// Two arrays that one macro declares are two arrays.
#define BOTH __shared__ int p[64]; __shared__ int q[64]

__global__ void k(int *out) {
    BOTH;
    p[threadIdx.x] = 1;
    q[63 - threadIdx.x] = 2;
    out[threadIdx.x] = p[threadIdx.x] + q[63 - threadIdx.x];
}
