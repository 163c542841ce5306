// expect: drf
// A conversion of the class makes the pointers, of two objects.
struct Buffer {
    int *data;
    operator int *() const { return data; }
};

__global__ void turn(int *a, const int *b) { a[threadIdx.x] = b[(threadIdx.x + 1) % 64]; }

void run() {
    Buffer x, y;
    cudaMalloc(&x.data, 256);
    cudaMalloc(&y.data, 256);
    turn<<<1, 64>>>(x, y);
}
