// expect: potential

// The lanes of a warp may meet at two of them: that is no divergence.
__global__ void k(int *b) {
    __shared__ int s[16];
    int l = threadIdx.x;
    if (l < 16) { s[l] = l; __syncwarp(); } else { __syncwarp(); b[l] = s[31 - l]; }
}

void host(int *b) { k<<<1, 32>>>(b); }
