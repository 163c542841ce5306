// expect: drf

__device__ int places[2][2] = {0, 64, {128, 192}};

__device__ int place(int n) { return places[n / 2][n % 2]; }

__global__ void put(int *a) {
    a[place(threadIdx.x & 3) + threadIdx.x] = 1;
}

int main() {
    int *a;
    cudaMalloc(&a, 1 << 16);
    put<<<1, 64>>>(a);
}
