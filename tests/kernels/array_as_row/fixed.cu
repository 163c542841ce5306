// expect: drf

__global__ void k(int *a) {
    __shared__ int s[16][16];
    int t = threadIdx.x;
    s[0][t] = t;
    __syncthreads();
    a[t] = s[0][255 - t];
}

void host(int *a) { k<<<1, 256>>>(a); }
