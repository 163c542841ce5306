// expect: unsupported

// New names of what is in memory are not followed.
__global__ void k(float2 *b) {
    auto &[x, y] = b[threadIdx.x];
    x = y;
}

void host(float2 *b) { k<<<1, 64>>>(b); }
