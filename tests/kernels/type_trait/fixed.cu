// expect: drf
//--blockDim=64 --gridDim=1

#include <type_traits>

template <typename T> __device__ int place(T i) {
    if constexpr (std::is_same_v<T, unsigned>) {
        return i;
    } else {
        return i / 2;
    }
}

__global__ void fill(int *a) { a[place(threadIdx.x)] = 1; }
