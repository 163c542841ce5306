// expect: unsupported
//--blockDim=64 --gridDim=1

// Each compiler chooses the value of such a literal.
__global__ void write(int *a) {
    a['ab' % 64] = threadIdx.x;
}
