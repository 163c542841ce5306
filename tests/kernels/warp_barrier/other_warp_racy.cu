// expect: racy
//--blockDim=256 --gridDim=1

// The neighbour of the last thread of a warp is in another one.
__global__ void shift(int *a) {
    int next = a[threadIdx.x + 1];
    __syncwarp();
    a[threadIdx.x] = next;
}
