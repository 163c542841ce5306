// expect: drf

// The name is that of the class, where it is declared behind.
enum { stride = 0 };
struct Row {
    int *a;
    __device__ void set(int v, int by = stride) { a[(blockIdx.x * blockDim.x + threadIdx.x) * by] = v; }
    enum { stride = 1 };
};
__global__ void k(int *a) {
    Row row;
    row.a = a;
    row.set(threadIdx.x);
}
