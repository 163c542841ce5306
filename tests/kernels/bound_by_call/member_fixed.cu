// expect: drf
// flags: --block-dim 64 --grid-dim 1

// The bound is what a member function says of an object that no iteration changes.
struct Shape {
    int rows;
    int columns;
    __device__ int size(int axis) const { return axis == 0 ? rows : columns; }
};

__global__ void fill(int *to, Shape shape) {
    for (int i = threadIdx.x; i < shape.size(1); i += blockDim.x) to[i] = i;
}
