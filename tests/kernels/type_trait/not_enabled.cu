// expect: unsupported
// The first one is no candidate, and the second is meant: that is not worked out, and no other one may be taken.
#include <type_traits>

template <typename T, typename = typename std::enable_if<(sizeof(T) < 4), int>::type>
__device__ int place(T x, int i) { return i; }
template <typename T> __device__ int place(double x, int i) { return 0; }

template <typename T> __global__ void fill(T *a) { a[place<T>(T(1), threadIdx.x)] = threadIdx.x; }

void run(float *a) { fill<<<1, 64>>>(a); }
