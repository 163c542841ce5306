// expect: racy

constexpr int SIDE = 16;
dim3 block(SIDE, SIDE);

// Another file may change it.
__global__ void put(int *a) {
    a[threadIdx.y * SIDE + threadIdx.x] = threadIdx.x;
}

int main() {
    int *a;
    put<<<1, block>>>(a);
}
