// expect: racy
//--blockDim=64 --gridDim=1

__global__ void put(int *a) {
    int i = (int) threadIdx.x - 1;
    a[i / 2 + 1] = i;
}
