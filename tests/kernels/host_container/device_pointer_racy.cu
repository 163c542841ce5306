// expect: racy

#include <thrust/device_vector.h>

__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }

void go() {
    thrust::device_vector<float> d(2048);
    k<<<1, 32>>>(d.data().get(), thrust::raw_pointer_cast(d.data()));
}
