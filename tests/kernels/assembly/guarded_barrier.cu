// expect: unsupported
//--blockDim=64 --gridDim=1

__global__ void turn(int *a) {
    __shared__ int s[64];
    s[threadIdx.x] = 1;
    asm volatile("@p bar.sync 0;");
    a[threadIdx.x] = s[63 - threadIdx.x];
}
