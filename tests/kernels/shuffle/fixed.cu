// expect: drf
//--blockDim=64 --gridDim=1

__global__ void sum(unsigned *out, const unsigned *in) {
    unsigned x = in[threadIdx.x];
    for (int d = 16; d > 0; d /= 2) x += __shfl_xor_sync(0xffffffff, x, d);
    if ((threadIdx.x & 31) == 0) out[threadIdx.x / 32] = x;
}
