// expect: drf
//--blockDim=64 --gridDim=1

const int step = 0;

struct Steps {
    int first;
    static const int step = 1;
};
struct Row : Steps {
    int length;
    __device__ int at(int i) { return first + i * step; }
};

__global__ void write(int *a) {
    Row row;
    row.first = row.length = 0;
    a[row.at(threadIdx.x)] = threadIdx.x;
}
