// expect: potential
//--blockDim=64 --gridDim=1

// Where assertions are checked, one thread comes to the write; where they are switched off, all do.
__global__ void write(int *a) {
    assert(threadIdx.x == 0);
    a[0] = threadIdx.x;
}
