// expect: unsupported
//--blockDim=32 --gridDim=1

#include <mma.h>

using namespace nvcuda;

// Elements smaller than a byte.
__global__ void load(const unsigned *a, int *c) {
    wmma::fragment<wmma::matrix_a, 8, 8, 128, wmma::experimental::precision::b1, wmma::row_major> bits;
    wmma::load_matrix_sync(bits, a, 128);
    c[threadIdx.x] = bits.x[0];
}
