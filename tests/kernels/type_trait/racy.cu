// expect: racy
//--blockDim=64 --gridDim=1

#include <type_traits>

template <typename T> __device__ int place(T i) {
    if (std::is_same<T, unsigned>::value) {
        return i;
    } else {
        return i / 2;
    }
}

__global__ void fill(int *a) { a[place((long)threadIdx.x)] = 1; }
