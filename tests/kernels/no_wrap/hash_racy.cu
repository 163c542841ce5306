// expect: racy

// What is divided wraps around on purpose, and nothing is assumed of it.
__global__ void put(int *a, unsigned factor) {
    a[threadIdx.x * factor % 97u + 0u * factor] = 1;
}

void host(int *a, unsigned factor) { put<<<1, 64>>>(a, factor); }
