// expect: racy

__global__ void k(int n, double *x, double *y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        x[i] = 1;
        y[i] = 2;
    }
}

#include <thrust/device_vector.h>

void go(thrust::device_vector<double> &v, int n) { k<<<(n - 1) / 64 + 1, 64>>>(n, v.data().get(), &v.data().get()[n - 1]); }
