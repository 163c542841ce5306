// expect: unsupported
//--blockDim=64 --gridDim=1

// For `float` the second template is better.
template <typename U, typename V> __device__ int place(U, V, int i) { return i; }
template <typename U> __device__ int place(U, float, int i) { return 0; }

template <typename T> __global__ void k(T *a) { a[place(1, T(), threadIdx.x)] = threadIdx.x; }
