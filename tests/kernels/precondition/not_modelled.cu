// expect: potential
//--blockDim=64 --gridDim=1

__global__ void one(int *a, int n) {
    __requires(__implies(__enabled(), n == 0));
    a[n] = threadIdx.x;
}
