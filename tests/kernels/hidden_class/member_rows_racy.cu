// expect: racy
//--blockDim=64 --gridDim=1

// In the class its own `Step` is meant, not the one of the file. [C++17, 6.4.3/1]
struct Step {
    static constexpr int width = 1;
};
struct Rows {
    struct Step {
        static constexpr int width = 2;
    };
    __device__ int at(int i) { return i / Step::width; }
};
template <class T> struct Columns {
    struct Step {
        enum { width = 2 };
    };
    __device__ int at(int i) { return i / Step::width; }
};

__global__ void rows(int *a) {
    Rows rows;
    a[rows.at(threadIdx.x)] = threadIdx.x;
}
