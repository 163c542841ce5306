// expect: unsupported
// It is a pointer to the elements, which is not worked out here.
#include <type_traits>

template <typename T> __global__ void fill(int *a) {
    a[std::is_same<std::decay_t<T>, int *>::value ? 0 : threadIdx.x] = threadIdx.x;
}

void run(int *a) { fill<int[3]><<<1, 64>>>(a); }
