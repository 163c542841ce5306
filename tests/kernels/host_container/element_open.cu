// expect: potential

#include <thrust/device_vector.h>

__global__ void k(float *a, const float *b) { a[threadIdx.x] = b[threadIdx.x + 1]; }

void go() {
    thrust::device_vector<float> d(2048);
    k<<<1, 32>>>(thrust::raw_pointer_cast(&d[0]), thrust::raw_pointer_cast(&d[1]));
}
