// expect: racy
//--blockDim=64 --gridDim=1
#include <limits>

const float FAR = std::numeric_limits<float>::infinity();

template <typename T> __global__ void lowest(T *a) {
    int least = std::numeric_limits<T>::lowest();
    a[threadIdx.x / (128 + least + 2)] = FAR;
}

void launch(signed char *a) { lowest<<<1, 64>>>(a); }
