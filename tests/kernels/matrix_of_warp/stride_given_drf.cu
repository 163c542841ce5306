// expect: drf
//--blockDim=32 --gridDim=8

#include <mma.h>

// Tiles side by side, by columns.
__global__ void fill(double *c, unsigned stride) {
    __requires(stride >= 8);
    __requires(stride <= 1024);
    nvcuda::wmma::fragment<nvcuda::wmma::accumulator, 8, 8, 4, double> one;
    nvcuda::wmma::fill_fragment(one, 1.0);
    nvcuda::wmma::store_matrix_sync(c + blockIdx.x * 8 * stride, one, stride, nvcuda::wmma::mem_col_major);
}
