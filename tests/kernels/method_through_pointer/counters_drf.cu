// expect: drf

// Member functions are called through pointers: of a class, and of a template of one.
struct Counter {
    int n;
    __device__ int add(int m) { return atomicAdd(&n, m); }
};
template <typename T> struct Cell {
    T value;
    __device__ T get() const { return value; }
    __device__ void set(T v) { value = v; }
};
__global__ void k(Counter *c, const Cell<int> *in, Cell<int> *out) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    c->add(1);
    (out + i)->set(in->get());
}
int main() {
    Counter *c;
    Cell<int> *a, *b;
    cudaMalloc(&c, 4);
    cudaMalloc(&a, 4);
    cudaMalloc(&b, 4096);
    k<<<16, 64>>>(c, a, b);
}
