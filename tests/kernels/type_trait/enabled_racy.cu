// expect: racy
#include <type_traits>

template <typename T, std::enable_if_t<std::is_integral<T>::value, int> = 0>
__device__ int place(T x, int i) { return i / 2; }

template <typename T> __global__ void fill(T *a) { a[place(T(1), threadIdx.x)] = threadIdx.x; }

void run(int *a) { fill<<<1, 64>>>(a); }
