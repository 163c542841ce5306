// expect: racy
//--blockDim=64 --gridDim=1

__device__ short atomicAdd(short *p, short v) { return *p += v; }

__global__ void k(short *o) { atomicAdd(o, 1); }
