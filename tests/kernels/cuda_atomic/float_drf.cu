// expect: drf

// Of floating-point numbers, with the operators.
#include <cuda/atomic>
__global__ void k(float *sum, const float *in) {
    cuda::atomic_ref<float, cuda::thread_scope_device> r(*sum);
    r.fetch_add(in[blockIdx.x * blockDim.x + threadIdx.x], cuda::memory_order_relaxed);
    float f = r; r += 1.0f; if (r.load() > 2.0f) r.fetch_max(3.0f);
}
