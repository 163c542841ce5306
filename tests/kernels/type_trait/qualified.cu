// expect: racy
//--blockDim=64 --gridDim=1

#include <type_traits>

// A qualifier makes another type. [C++17, 6.9.3]
template <typename T> __device__ int place(int i) {
    return std::is_same_v<T, int> ? i : i / 2;
}

__global__ void fill(int *a) { a[place<const int>(threadIdx.x)] = 1; }
