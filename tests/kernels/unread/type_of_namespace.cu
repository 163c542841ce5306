// expect: unsupported
//--blockDim=64 --gridDim=1

// The type of the namespace cannot be read: it is not that of the file.
typedef int T;
namespace inner {
typedef unsigned char ??? T;
__global__ void fill(int *a) { a[(T)threadIdx.x] = 1; }
}
