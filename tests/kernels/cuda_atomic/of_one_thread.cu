// expect: unsupported

// Of the thread alone.
#include <cuda/atomic>
__global__ void k(int *a) {
    cuda::atomic_ref<int, cuda::thread_scope_thread> r(*a);
    r.fetch_add(1);
}
