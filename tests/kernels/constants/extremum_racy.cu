// expect: racy
//--blockDim=64 --gridDim=1
#include <algorithm>

constexpr int TWO = std::max(1, 2);
constexpr int SIZE = min(TWO * 32, 256);

__global__ void fill(int *a) {
    __shared__ int s[SIZE];
    s[threadIdx.x / TWO] = 1;
    a[threadIdx.x] = s[threadIdx.x];
}
