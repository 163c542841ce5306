// expect: drf
// Wide characters are integers. [C++17, 6.9.1]
#include <type_traits>

template <typename T> __global__ void fill(int *a) {
    bool all = std::is_integral<T>::value && std::is_arithmetic_v<const T> && std::is_signed<T>::value;
    a[all ? threadIdx.x : 0] = threadIdx.x;
}

void run(int *a) { fill<wchar_t><<<1, 64>>>(a); }
