// expect: racy
//--blockDim=64 --gridDim=1

// The member is made by the constructor that is completed, and by no other.
struct Start {
    int from;
    __device__ Start() { from = 64; }
    __device__ Start(int i) { from = i; }
};

struct Part {
    Start start;
    __device__ Part(int i, int by = 2) : start(i / by) {}
};

__global__ void fill(int *a) {
    Part part(threadIdx.x);
    a[part.start.from] = threadIdx.x;
}
