// expect: unsupported
// `remove_const` leaves the other qualifier, which is not told apart here.
#include <type_traits>

template <typename T> __global__ void fill(int *a) {
    a[std::is_same<std::remove_const_t<T>, volatile int>::value ? threadIdx.x : 0] = threadIdx.x;
}

void run(int *a) { fill<const volatile int><<<1, 64>>>(a); }
