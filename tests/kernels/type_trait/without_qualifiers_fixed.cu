// expect: drf
//--blockDim=64 --gridDim=1

#include <type_traits>

template <typename T> __device__ void fill(int *a, const T n) {
    std::remove_cv_t<std::remove_reference_t<decltype(n)>> i = threadIdx.x;
    if (i < n) a[i] = 1;
    i += 1;
}

__global__ void k(int *a, int n) { fill(a, n); }
