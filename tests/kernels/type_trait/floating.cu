// expect: drf
// It is a number with a fraction: the second branch is not compiled for it.
#include <type_traits>

template <typename T> __global__ void fill(T *a, int *b) {
    a[threadIdx.x] = 1;
    if constexpr (!std::is_floating_point_v<T>) *b = threadIdx.x;
    if (std::is_integral<T>::value || std::is_unsigned<const T>::value) *b = threadIdx.x;
}

void run(float *a, int *b) { fill<<<1, 64>>>(a, b); }
