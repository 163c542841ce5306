// expect: racy
// These have no sign.
#include <type_traits>

template <typename T> __global__ void fill(int *a) {
    bool all = std::is_integral<T>::value && std::is_arithmetic_v<const T> && std::is_signed<T>::value;
    a[all ? threadIdx.x : 0] = threadIdx.x;
}

void run(int *a) { fill<char16_t><<<1, 64>>>(a); }
