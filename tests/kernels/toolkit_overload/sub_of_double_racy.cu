// expect: racy
//--blockDim=64 --gridDim=1

__device__ void atomicSub(double *p, double v) { *p -= v; }

__global__ void k(double *o, float f) { atomicSub(o, f); }
