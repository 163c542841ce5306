// expect: drf

__global__ void k(float *a) {
    a[threadIdx.x] = 1;
    if (blockDim.x % 32 != 0) a[0] = threadIdx.x;
}

void run(float *a) {
    for (int t = 32; t <= 256; t *= 2) k<<<1, t>>>(a);
}
