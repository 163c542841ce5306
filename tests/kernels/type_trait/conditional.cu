// expect: drf
#include <type_traits>

template <int N> __global__ void fill(int *a) {
    typename std::conditional<(N > 64), unsigned, unsigned char>::type i = threadIdx.x;
    std::conditional_t<std::is_signed<int>::value, int, char> j = i;
    a[j] = 1;
}

void run(int *a) { fill<512><<<1, 512>>>(a); }
