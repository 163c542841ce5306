// expect: racy

#include <thrust/device_vector.h>

__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }

void go() {
    thrust::device_vector<float> d(2048), e(2048);
    thrust::device_vector<float> &c = d;
    k<<<1, 32>>>(thrust::raw_pointer_cast(d.data()), thrust::raw_pointer_cast(c.data()));
}
