// expect: unsupported
//--blockDim=64 --gridDim=1

// Which of two functions of one name is meant is not asked.
typedef int (*place)(int);
namespace apart { __device__ int same(int i) { return i; } }
namespace together { __device__ int same(int i) { return i / 2; } }

__global__ void fill(int *a) {
    place p = together::same;
    a[p(threadIdx.x)] = 1;
}
