// expect: unsupported
//--blockDim=64 --gridDim=1

// After the first iteration both point to one array: of two iterations, the second one races with the end.
__global__ void turns(int *a, int *b, int n) {
    int *p[2];
    p[0] = a;
    p[1] = b;
    for (int i = 0; i < n; i++) {
        p[0][threadIdx.x] = i;
        p[0] = p[1] + 1;
    }
    b[threadIdx.x] = n;
}
