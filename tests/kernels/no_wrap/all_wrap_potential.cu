// expect: potential

// The numbers of all threads but one wrap around: without them nothing would be left.
__global__ void put(int *a, const float *f) {
    if (f[threadIdx.x] == 1.25f) a[(threadIdx.x + 1) * 0x80000000u] = 1;
}

void host(int *a, const float *f) { put<<<1, 64>>>(a, f); }
