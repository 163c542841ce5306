// expect: racy

// All threads write one member, each another value.
template <typename T> struct Cell {
    T value;
    __device__ void set(T v) { value = v; }
};
__global__ void k(Cell<int> *cell) { cell->set(threadIdx.x); }
int main() {
    Cell<int> *cell;
    cudaMalloc(&cell, 4);
    k<<<1, 64>>>(cell);
}
