// expect: unsupported
//--blockDim=64 --gridDim=1

template <typename T> __device__ void filled(T *a) {
    struct Cell { T value; __device__ int at() { return 0; } };
    Cell cell;
    a[cell.at()] = 1;
}

__global__ void fill(float *a) { filled(a); }
