// expect: unsupported
//--blockDim=64 --gridDim=1

__global__ void fill(int *a) {
    int *p = new int[4];
    p[0] = 1;
    a[threadIdx.x] = p[0];
    delete[] p;
}
