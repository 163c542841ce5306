// expect: racy

// What is no atomic writes the same.
#include <cuda/atomic>
__global__ void k(int *a, int *out) {
    cuda::atomic_ref<int, cuda::thread_scope_device> r{*a};
    r.fetch_add(1, cuda::std::memory_order_relaxed);
    if (threadIdx.x == 5) *a = 3;
}
int main() { int *a, *b; cudaMalloc(&a, 4); cudaMalloc(&b, 256); k<<<1, 64>>>(a, b); }
