// expect: unsupported
//--blockDim=64 --gridDim=1

// It leaves the kernel.
__global__ void fill(int *a, int n) {
    int i = ({ if (n < 3) return; n; });
    a[threadIdx.x] = i;
}
