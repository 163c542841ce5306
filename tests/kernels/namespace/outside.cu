// expect: unsupported

// The body of a member that is defined elsewhere sees its namespace.
__device__ int at(int i) { return i; }
namespace first {
__device__ int at(int i) { return i / 2; }
__device__ int f(int i);
}
__device__ int first::f(int i) { return at(i); }

__global__ void k(int *a) { a[first::f(threadIdx.x)] = 1; }

void run(int *a) { k<<<1, 64>>>(a); }
