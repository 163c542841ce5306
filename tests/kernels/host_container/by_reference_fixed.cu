// expect: drf

#include <thrust/device_vector.h>

__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }

void step(thrust::device_vector<float> &o, const thrust::device_vector<float> &i) {
    k<<<1, 32>>>(thrust::raw_pointer_cast(o.data()), thrust::raw_pointer_cast(i.data()));
}

void go() {
    thrust::device_vector<float> d(2048), e(2048);
    step(d, e);
}
