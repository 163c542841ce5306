// expect: racy

// Atomics of one block alone, of two blocks.
#include <cuda/atomic>
__global__ void k(cuda::atomic<int, cuda::thread_scope_block> *a) { a->fetch_add(1); }
int main() { cuda::atomic<int, cuda::thread_scope_block> *a; cudaMalloc(&a, 4); k<<<2, 64>>>(a); }
