// expect: drf
//--blockDim=64 --gridDim=1

__global__ void put(int *a) {
    int i = (int) threadIdx.x - 1;
    a[i % 64 + 1] = i;
}
