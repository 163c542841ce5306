// expect: drf
//--blockDim=64 --gridDim=1

__device__ unsigned pack(const unsigned char *p) { return p[0] | p[1] << 8; }

__global__ void start(unsigned *state) {
    const unsigned char *magic = (unsigned char *)"expand 32-byte k";
    state[2 * threadIdx.x] = pack(magic + 4);
    state[2 * threadIdx.x + 1] = "0123456789abcdef"[threadIdx.x % 16];
}
