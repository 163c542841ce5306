// expect: unsupported

// What is seen through a `using` directive is not followed.
__device__ int at(long i) { return i; }
namespace first {
__device__ int at(int i) { return i / 2; }
}
using namespace first;

__global__ void k(int *a) {
    int i = threadIdx.x;
    a[at(i)] = 1;
}

void run(int *a) { k<<<1, 64>>>(a); }
