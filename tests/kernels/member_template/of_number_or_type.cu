// expect: unsupported

// Which template is meant says what kind of argument it is given.
struct Rows {
    template <int N> __device__ int at(int i) { return i / N; }
    template <class T> __device__ int at(int i) { return i; }
};

__global__ void k(int *a) {
    Rows rows;
    a[rows.at<2>(threadIdx.x)] = threadIdx.x;
}
