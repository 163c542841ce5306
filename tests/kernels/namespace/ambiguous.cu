// expect: unsupported
//--blockDim=64 --gridDim=1

namespace first {
const int step = 0;
}
namespace second {
const int step = 1;
}

__global__ void fill(int *a) { a[threadIdx.x * first::step] = 1; }
