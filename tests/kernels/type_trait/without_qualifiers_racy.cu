// expect: racy
//--blockDim=1024 --gridDim=1

#include <type_traits>

// A number of this type holds 256 values.
__global__ void fill(int *a, const unsigned char n) {
    std::remove_const_t<decltype(n)> i = threadIdx.x;
    a[i] = 1;
}
