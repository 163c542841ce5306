// expect: potential
//--blockDim=8 --gridDim=1

// The divisor is not modelled: it is 0, so no execution has a meaning.
__global__ void k(int *A) {
    int z = __clz(-1);
    A[0] = 10 / z;
}
