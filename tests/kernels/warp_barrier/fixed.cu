// expect: drf
//--blockDim=256 --gridDim=4

__global__ void exchange(int *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int next = a[i ^ 1];
    __syncwarp();
    a[i] = next;
}
