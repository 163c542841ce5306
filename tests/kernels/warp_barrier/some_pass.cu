// expect: racy
//--blockDim=64 --gridDim=1

// Only the first warp comes by the barrier. Lanes in other branches may wait for each other, too.
// In the second warp nothing stands between the read of a[33] and its write.
__global__ void half(int *a) {
    int next = a[threadIdx.x ^ 1];
    if (threadIdx.x < 32) __syncwarp();
    a[threadIdx.x] = next;
}
