// expect: racy
//--blockDim=64 --gridDim=1

struct Part {
    int from;
    __device__ Part(int a, int b = 3) : from(a + b) {}
    __device__ int at(int i, int by = 2) const { return from + i / by; }
};

__global__ void fill(int *a) {
    Part part(2);
    a[part.at(threadIdx.x)] = threadIdx.x;
}
