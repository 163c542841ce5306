// expect: drf
//--blockDim=64 --gridDim=64

struct Pair { int first, second; };

// Another file defines them.
__device__ int mixed(int x, Pair by);
extern __device__ float weight(int x);

__global__ void mix(int *out, Pair by) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = mixed(out[i], by) + (int)weight(i);
}
