// expect: drf
//--blockDim=[16,16] --gridDim=1

// A warp is two rows.
__global__ void exchange(int *a) {
    int i = threadIdx.y * 16 + threadIdx.x;
    int next = a[(threadIdx.y ^ 1) * 16 + threadIdx.x];
    __syncwarp();
    a[i] = next;
}
