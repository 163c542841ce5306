// expect: unsupported
//--blockDim=64 --gridDim=1

constexpr int WIDTH = 0;

// A value by default stands outside of the constructor: its `WIDTH` is the file's.
struct Place {
    int width = WIDTH;
    __device__ Place(int WIDTH) {}
};

__global__ void write(int *a) {
    Place place(1);
    a[threadIdx.x * place.width] = threadIdx.x;
}
