// expect: racy
//--blockDim=64 --gridDim=1

// It is no barrier.
__global__ void turn(int *a) {
    __shared__ int s[64];
    s[threadIdx.x] = 1;
    asm volatile("" ::: "memory");
    a[threadIdx.x] = s[63 - threadIdx.x];
}
