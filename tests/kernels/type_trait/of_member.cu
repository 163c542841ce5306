// expect: unsupported
// Which type a member of a base is, is not looked for.
#include <type_traits>

struct Base {
    typedef int T;
};
struct Derived : Base {};

__global__ void fill(int *a) { a[std::is_same<Derived::T, int>::value ? 0 : threadIdx.x] = threadIdx.x; }

void run(int *a) { fill<<<1, 64>>>(a); }
