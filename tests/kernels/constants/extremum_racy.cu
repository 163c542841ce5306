// expect: racy
//--blockDim=64 --gridDim=1
#include <algorithm>

constexpr int WIDTH = std::min(1024 / 4, 2);
constexpr int SIZE = max(WIDTH, 64);

__global__ void fill(int *a) {
    __shared__ int s[SIZE];
    s[threadIdx.x / WIDTH] = 1;
    a[threadIdx.x] = s[threadIdx.x];
}
