// expect: unsupported

// The base is the parameter, not the class of the file, so that no `at` is looked for in it. [C++17, 17.6.2/3]
struct Rows {
    __device__ int at(int i) { return i; }
};
struct Given {
    int unused;
};
__device__ int at(int i) { return i / 2; }
template <class Rows> struct Own : Rows {
    __device__ int place(int i) { return at(i); }
};

__global__ void k(int *a) {
    Own<Given> own;
    a[own.place(threadIdx.x)] = threadIdx.x;
}
