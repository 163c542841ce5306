// expect: unsupported
//--blockDim=64 --gridDim=64

__device__ void into(int &to);

__global__ void by_reference(int *out) { into(out[threadIdx.x]); }
