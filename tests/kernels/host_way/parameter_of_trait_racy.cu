// expect: racy

// The type of the parameter is a reference.
#include <type_traits>

__global__ void k(int *a, int n) { a[threadIdx.x % n] = threadIdx.x; }

void set(std::add_lvalue_reference_t<int> n) { n = 32; }

void host(int *a) {
    int n = 64;
    set(n);
    k<<<1, 64>>>(a, n);
}
