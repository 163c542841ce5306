// expect: racy

// Only threads past the first row race.
__global__ void k(int *a) {
    __shared__ int s[16][16];
    int t = threadIdx.x;
    s[0][t < 16 ? t : t / 2 + 16] = t;
    __syncthreads();
    a[t] = s[0][t];
}

void host(int *a) { k<<<1, 64>>>(a); }
