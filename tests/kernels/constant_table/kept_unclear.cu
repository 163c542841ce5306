// expect: potential

// The host may write it through the pointer that another function keeps.
__constant__ int places[4] = {0, 64, 128, 192};

void keep(const void *symbol);

__global__ void put(int *a) {
    a[places[threadIdx.x & 3] + threadIdx.x] = 1;
}

int main() {
    int *a;
    cudaMalloc(&a, 1 << 16);
    keep(places);
    put<<<1, 64>>>(a);
}
