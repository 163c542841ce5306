// expect: racy
//--blockDim=64 --gridDim=1

// The default is the class's number, not the file's.
const int by = 1;

struct Part {
    static const int by = 2;
    __device__ int at(int i, int n = by) const { return i / n; }
};

__global__ void fill(int *a) {
    Part part;
    a[part.at(threadIdx.x)] = threadIdx.x;
}
