// expect: potential
// Which class a path means is not looked at: all threads may write one element.
namespace a { struct S { static __device__ int f(int x) { return 0; } }; }
namespace b { struct S { static __device__ int f(int x) { return x; } }; }

__global__ void k(int *out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[a::S::f(i)] = i;
}
