// expect: unsupported

// The namespace has a `Step` of its own.
struct Step {
    static constexpr int width = 1;
};
namespace rows {
struct Step {
    static constexpr int width = 2;
};
__device__ int at(int i) { return i / Step::width; }
}

__global__ void k(int *a) { a[rows::at(threadIdx.x)] = threadIdx.x; }
