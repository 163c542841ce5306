// expect: drf

// Each thread gets another number.
#include <cuda/atomic>
using namespace cuda;
__device__ atomic<int, thread_scope_device> count{0};
__global__ void k(int *out) {
    int i = count.fetch_add(1);
    out[i] = i;
}
