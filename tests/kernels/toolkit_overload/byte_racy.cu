// expect: racy
//--blockDim=64 --gridDim=1

// No `atomicAdd` of CUDA takes a pointer to a byte.
__device__ void atomicAdd(unsigned char *p, unsigned char v) { *p += v; }

__global__ void k(unsigned char *h, const unsigned char *in) { atomicAdd(h + in[threadIdx.x], 1); }
