// expect: racy
// flags: --block-dim 64 --grid-dim 1

// Each iteration changes the object: the threads go on in other steps.
struct Shape {
    int rows;
    __device__ int size() const { return rows; }
};

__global__ void fill(int *to, Shape shape) {
    for (int i = 0; i < shape.size(); i++) {
        to[i] = threadIdx.x;
        shape.rows = 1;
    }
}
