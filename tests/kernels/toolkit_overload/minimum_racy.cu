// expect: racy
//--blockDim=64 --gridDim=1

// CUDA's `min` of two `int` is meant, which is no template.
template <class T> __device__ T min(T a, T b) { return a; }

__global__ void k(int *o) { o[min((int)threadIdx.x, 3)] = 1; }
