// expect: racy
//--blockDim=64 --gridDim=1

struct Shape {
    const int width, height;
};

__global__ void fill(int *a, const Shape shape) {
    if (shape.width == 8 && threadIdx.x < shape.height) a[threadIdx.x / shape.width] = 1;
}
