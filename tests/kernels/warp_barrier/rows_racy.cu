// expect: racy
//--blockDim=[16,16] --gridDim=1

// A warp is two rows: this is the row after those.
__global__ void exchange(int *a) {
    int i = threadIdx.y * 16 + threadIdx.x;
    int next = a[(threadIdx.y ^ 2) * 16 + threadIdx.x];
    __syncwarp();
    a[i] = next;
}
