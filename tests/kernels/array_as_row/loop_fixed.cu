// expect: drf

__global__ void k(int *o) {
    __shared__ int s[2][16];
    for (int i = threadIdx.x; i < 32; i += 16) s[0][i] = i;
    __syncthreads();
    o[threadIdx.x] = s[1][15 - threadIdx.x];
}

void host(int *o) { k<<<1, 16>>>(o); }
