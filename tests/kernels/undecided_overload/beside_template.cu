// expect: unsupported
//--blockDim=64 --gridDim=1

// For `float` the function is better than the template.
template <typename T> __device__ void put(T *a, T value, int i) { a[i] = value; }
__device__ void put(float *a, float value, int i) { a[0] = value; }

template <typename T> __global__ void k(T *a) { put(a, (T)1, threadIdx.x); }
