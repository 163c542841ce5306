// expect: unsupported
//--blockDim=64 --gridDim=1

struct Shape {
    const int width;
    int height;
};

__device__ int place(int &n, int i) { return i; }
__device__ int place(const int &n, int i) { return i / 2; }

__global__ void fill(int *a, Shape shape) { a[place(shape.width, threadIdx.x)] = 1; }
