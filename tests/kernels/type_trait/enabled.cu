// expect: drf
#include <type_traits>

template <typename T>
__device__ typename std::enable_if<std::is_floating_point<T>::value, int>::type place(T x, int i) { return i; }

template <typename T> __global__ void fill(T *a) { a[place(T(1), threadIdx.x)] = 1; }

void run(float *a) { fill<<<1, 64>>>(a); }
