// expect: racy
// A number of the type that is chosen holds 256 values.
#include <type_traits>

template <int N> __global__ void fill(int *a) {
    std::conditional_t<(N > 64), unsigned, unsigned char> i = threadIdx.x;
    a[i] = threadIdx.x;
}

void run(int *a) { fill<64><<<1, 512>>>(a); }
