// expect: racy
//--blockDim=64 --gridDim=1

// CUDA has no `min` of two `short`: the template takes them as they are.
template <class T> __device__ T min(T a, T b) { return 0; }

__global__ void k(int *o) { o[min((short)threadIdx.x, (short)64)] = threadIdx.x; }
