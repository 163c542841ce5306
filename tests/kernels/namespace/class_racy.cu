// expect: racy
#include <type_traits>

// A class of the namespace, which is not known as one, is made before the functions of the name are declared; no call
// of them is meant.
namespace first {
template <typename T> struct hash<T, typename std::enable_if<std::is_enum<T>::value>::type> {
    unsigned operator()(T e) const noexcept { return hash<unsigned>{}(static_cast<unsigned>(e)); }
};
}
__device__ unsigned hash(unsigned x) { return x; }
__device__ unsigned long hash(unsigned long x) { return x; }

__global__ void k(int *a) { a[hash(threadIdx.x) / 2] = 1; }

void run(int *a) { k<<<1, 64>>>(a); }
