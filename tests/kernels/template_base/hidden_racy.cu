// expect: racy
//--blockDim=64 --gridDim=1

__device__ int step() { return 0; }

// A name without an object is not looked for in a base that hangs on the template. [C++17, 17.6.2]
template <int N>
struct Steps {
    __device__ int step() { return N; }
};
template <int N>
struct Row : Steps<N> {
    __device__ int at(int i) { return i * step(); }
};

__global__ void write(int *a) {
    Row<1> row;
    a[row.at(threadIdx.x)] = threadIdx.x;
}
