// expect: drf
// The destructor is for the host: it runs there for what the kernel is given.
struct Buffer {
    int *data;
    Buffer(int n) { cudaMalloc(&data, n * sizeof(int)); }
    ~Buffer() { cudaFree(data); }
    __device__ void put(int i, int value) { data[i] = value; }
};
__global__ void k(Buffer buffer) { buffer.put(blockIdx.x * blockDim.x + threadIdx.x, 1); }
void launch() {
    Buffer buffer(1024);
    k<<<16, 64>>>(buffer);
}
