// expect: drf
//--blockDim=64 --gridDim=1
#include <algorithm>

constexpr int ONE = std::min(2, 1);
constexpr int SIZE = max(ONE, 64);

__global__ void fill(int *a) {
    __shared__ int s[SIZE];
    s[threadIdx.x / ONE] = 1;
    a[threadIdx.x] = s[threadIdx.x];
}
