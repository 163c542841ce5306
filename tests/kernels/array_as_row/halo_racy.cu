// expect: racy

// The barrier is missing: thread (0, 0) reads what thread (6, 2) writes.
__global__ void k(const int *in, int *out) {
    __shared__ int s[10][10];
    int t = threadIdx.y * 8 + threadIdx.x;
    for (int i = t; i < 100; i += 64) s[0][i] = in[i];
    out[t] = s[threadIdx.y + 2][threadIdx.x + 2];
}

void host(int *in, int *out) { k<<<1, dim3(8, 8)>>>(in, out); }
