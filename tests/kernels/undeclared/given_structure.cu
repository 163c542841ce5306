// expect: unsupported
//--blockDim=64 --gridDim=64

struct View { int n; int *at; };

__device__ int through(View view);

// It could access any element.
__global__ void by_structure(int *out, View view) { out[threadIdx.x] = through(view); }
