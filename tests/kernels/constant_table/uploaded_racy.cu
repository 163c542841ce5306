// expect: racy

// The host writes it: an input.
__constant__ int places[4] = {0, 64, 128, 192};

__global__ void put(int *a) {
    int place = places[threadIdx.x & 3];
    if (place >= 0 && place < 256) a[place + threadIdx.x] = 1;
}

int main() {
    int *a;
    cudaMalloc(&a, 1 << 16);
    int h[4] = {1, 2, 3, 4};
    cudaMemcpyToSymbol(places, h, sizeof h);
    put<<<1, 64>>>(a);
}
