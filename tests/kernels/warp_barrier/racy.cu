// expect: racy
//--blockDim=256 --gridDim=4

__global__ void exchange(int *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __syncwarp();
    int next = a[i ^ 1];
    a[i] = next;
    __syncwarp();
}
