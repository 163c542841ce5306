// expect: racy
//--blockDim=64 --gridDim=1

// The innermost type of the name is meant.
struct Step {
    static constexpr int width = 1;
};
struct Other {
    static constexpr int width = 2;
};
struct Rows {
    using Step = Other;
    static __device__ int at(int i) { return i / Step::width; }
};

__global__ void of_class(int *a) { a[Rows::at(threadIdx.x)] = threadIdx.x; }
