// expect: unsupported

// A barrier of the device.
#include <cuda/barrier>
__global__ void k(cuda::barrier<cuda::thread_scope_device> *bar, int *a) {
    a[blockIdx.x] = 1;
    bar->arrive_and_wait();
    a[blockIdx.x + 1] = 2;
}
