// expect: drf

constexpr int SIDE = 16;
const dim3 block(SIDE, SIDE);
static dim3 grid(1, 1);

__global__ void put(int *a) {
    a[threadIdx.y * SIDE + threadIdx.x] = threadIdx.x;
}

int main() {
    int *a;
    put<<<grid, block>>>(a);
}
