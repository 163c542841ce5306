// expect: unsupported

// The enumeration brings the function of its namespace. [C++17, 6.4.2]
namespace first {
enum Kind { left, right };
__device__ int slot(Kind) { return 0; }
}
__device__ int slot(int i) { return i; }

__global__ void k(int *a) { a[slot((first::Kind)(threadIdx.x % 2)) + threadIdx.x / 2] = 1; }

void run(int *a) { k<<<1, 2>>>(a); }
