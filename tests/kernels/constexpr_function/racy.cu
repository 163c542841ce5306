// expect: racy
//--blockDim=64 --gridDim=1

constexpr int square(int n) {
    int sum = 0;
    for (int i = 0; i < n; ++i) sum += n;
    return sum;
}
constexpr int WIDTH = square(2) - 1;

__global__ void put(int *a) {
    for (int n = 0; n < 4; n++) a[threadIdx.x * WIDTH + n] = n;
}
