// expect: racy
//--blockDim=64 --gridDim=1

namespace grid {
namespace inner {
struct Place {
    int at;
};
__device__ int place(int i) { return i / 2; }
}
const int offset = 2;
}

__global__ void fill(int *a) {
    grid::inner::Place own;
    own.at = ::grid::inner::place(threadIdx.x);
    a[own.at + grid::offset] = 1;
}
