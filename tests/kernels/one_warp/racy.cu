// expect: racy
//--blockDim=32 --gridDim=1

__global__ void shift(int *a) {
    int next = a[threadIdx.x + 1];
    a[threadIdx.x] = next;
    __syncwarp();
}
