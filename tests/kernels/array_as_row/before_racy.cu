// expect: racy

// s[1][-1] is s[0][15].
__global__ void k(int *a) {
    __shared__ int s[2][16];
    int t = threadIdx.x;
    s[0][t] = 1;
    if (t == 0) s[1][-1] = 2;
    __syncthreads();
    a[t] = s[0][t];
}

void host(int *a) { k<<<1, 16>>>(a); }
