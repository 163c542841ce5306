// expect: drf
//--blockDim=64 --gridDim=1

__device__ void atomicAdd(unsigned char *p, unsigned char v) { *p += v; }

__global__ void k(int *h, const unsigned char *in) { atomicAdd(h + in[threadIdx.x], 1); }
