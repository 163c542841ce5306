// expect: drf
//--blockDim=64 --gridDim=1
#include <limits>

template <typename T> __global__ void lowest(T *a, unsigned *b, float *c) {
    int least = std::numeric_limits<T>::min();
    if (least == -128) a[threadIdx.x] = std::numeric_limits<T>::max();
    else a[0] = 0;
    if (std::numeric_limits<unsigned>::max() == 4294967295u) b[threadIdx.x] = 0;
    else b[0] = 0;
    float far = -std::numeric_limits<float>::infinity();
    c[threadIdx.x] = far;
}

void launch(signed char *a, unsigned *b, float *c) { lowest<<<1, 64>>>(a, b, c); }
