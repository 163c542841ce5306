// expect: racy
//--blockDim=64 --gridDim=1

const int step = 1;

struct Row {
    int first;
    static const int step = 0;
    __device__ int at(int i);
};

// The class's `step`.
__device__ int Row::at(int i) { return first + i * step; }

__global__ void write(int *a) {
    Row row;
    row.first = 0;
    a[row.at(threadIdx.x)] = threadIdx.x;
}
