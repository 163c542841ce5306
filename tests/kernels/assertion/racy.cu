// expect: racy
//--blockDim=64 --gridDim=1

// Two threads for which all that is asserted holds may have the same cell.
__global__ void write(int *a, const int *where, int n) {
    int at = where[threadIdx.x];
    assert(0 <= at && at < n);
    a[at] = threadIdx.x;
}
