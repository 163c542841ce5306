// expect: racy
#include <type_traits>

template <typename T> __global__ void fill(T *a, int *b) {
    a[threadIdx.x] = 1;
    if (std::is_arithmetic<volatile T>::value && !std::is_floating_point<T>::value) *b = threadIdx.x;
}

void run(int *a, int *b) { fill<<<1, 64>>>(a, b); }
