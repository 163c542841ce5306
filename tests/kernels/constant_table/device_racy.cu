// expect: racy

__device__ int places[4] = {0, 64, 128, 192};

// A thread may write it, which is not there.
__global__ void put(int *a) {
    int at = places[threadIdx.x & 3];
    if (at >= 0 && at < 256) a[at + threadIdx.x] = 1;
    if (threadIdx.x == 99) places[0] = 0;
}

int main() {
    int *a;
    cudaMalloc(&a, 1 << 16);
    put<<<1, 64>>>(a);
}
