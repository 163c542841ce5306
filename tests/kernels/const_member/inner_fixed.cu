// expect: drf
//--blockDim=64 --gridDim=1

struct Index {
    int i;
    __device__ int at() { return i / 2; }
    __device__ int at() const { return i; }
};
struct Row {
    Index index;
    // Here the index is constant, too.
    __device__ int at() const { return index.at(); }
};

__global__ void write(int *a) {
    Row row;
    row.index.i = threadIdx.x;
    a[row.at()] = threadIdx.x;
}
