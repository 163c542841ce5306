// expect: drf
//--blockDim=64 --gridDim=1

// What a class has of its base is meant, not the class of the file.
struct Step {
    static constexpr int width = 2;
};
template <class T> struct Rows {
    struct Step {
        static constexpr int width = 1;
    };
};
struct Own : Rows<int> {
    __device__ int at(int i) { return i / Step::width; }
};

__global__ void k(int *a) {
    Own own;
    a[own.at(threadIdx.x)] = threadIdx.x;
}
