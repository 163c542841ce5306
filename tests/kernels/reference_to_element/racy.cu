// expect: racy
//--blockDim=64 --gridDim=1

__device__ void swap(int &x, int &y) {
    int z = x;
    x = y;
    y = z;
}

__global__ void exchange(int *a) {
    int &own = a[2 * threadIdx.x];
    own = 1;
    swap(own, a[2 * threadIdx.x + 2]);
}
