// expect: potential

// Thread 1 writes a[761] without any wrapping around, and so does thread 761.
__global__ void put(int *a, const float *f) {
    unsigned i = threadIdx.x, h = i * 2654435761u;
    if (f[i] == 1.25f) a[i] = 1;
    if (i == 1 && f[i] == 1.5f) a[h - h / 1000u * 1000u] = 1;
}

void host(int *a, const float *f) { put<<<1, 1024>>>(a, f); }
