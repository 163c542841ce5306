// expect: drf
//--blockDim=64 --gridDim=1

__global__ void shift(int *a) {
    int next = a[threadIdx.x ^ 1];
    __syncwarp();
    a[threadIdx.x] = next;
}
