// expect: drf
//--blockDim=64 --gridDim=1

// The cell is the thread's own, whatever is asserted.
__global__ void write(int *a, const int *where, int n) {
    int at = where[threadIdx.x];
    assert(0 <= at && at < n);
    a[threadIdx.x] = at;
}
