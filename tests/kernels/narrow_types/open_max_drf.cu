// expect: drf
//--blockDim=64 --gridDim=1
#include <algorithm>
using std::max;

template <typename T> __global__ void clamp(T *a) {
    a[threadIdx.x] = max(static_cast<T>(0), a[threadIdx.x]);
}
