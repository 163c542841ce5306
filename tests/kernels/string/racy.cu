// expect: racy
//--blockDim=64 --gridDim=1

__device__ unsigned pack(const unsigned char *p) { return p[0] | p[1] << 8; }

__global__ void start(unsigned *state) {
    const unsigned char *magic = (unsigned char *)"expand 32-byte k";
    state[threadIdx.x / 2] = pack(magic + 4);
}
