// expect: racy
//--blockDim=64 --gridDim=1

__device__ int checked(int i, int n) {
    assert(i < n);
    return i;
}

// A loop that may end early, and an assertion in a function.
__global__ void find(int *a, const int *b, int n) {
    for (int i = 0; i < n; i++) {
        if (b[checked(i, n)] == 0) {
            a[i] = threadIdx.x;
            break;
        }
    }
}
