// expect: racy

// The constant of the namespace is 32.
constexpr int size = 64;

__global__ void k(int *a, int n) { a[threadIdx.x % n] = threadIdx.x; }

namespace small {
constexpr int size = 32;

void host(int *a) { k<<<1, 64>>>(a, size); }
}
