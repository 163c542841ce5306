// expect: drf
//--blockDim=64 --gridDim=1

typedef unsigned int uint32;
using Index = int;
constexpr int WIDTH = 4;
enum { OFFSET = WIDTH };

__global__ void fill(uint32 *a) {
    Index i = threadIdx.x * OFFSET;
    for (int k = 0; k < WIDTH; k++) a[i + k] = k;
}
