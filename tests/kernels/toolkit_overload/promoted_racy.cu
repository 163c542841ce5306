// expect: racy
//--blockDim=64 --gridDim=1

// `float` to `double` is a promotion, `float` to `int` a conversion: the template is better.
template <class T> __device__ void atomicAdd(T *p, double v) { *p += v; }

__global__ void k(int *o) { atomicAdd(o, 1.0f); }
