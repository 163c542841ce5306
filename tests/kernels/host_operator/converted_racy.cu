// expect: racy
// A conversion of the class makes both pointers, of one object.
struct Buffer {
    int *data;
    operator int *() const { return data; }
};

__global__ void turn(int *a, const int *b) { a[threadIdx.x] = b[(threadIdx.x + 1) % 64]; }

void run() {
    Buffer x;
    cudaMalloc(&x.data, 256);
    turn<<<1, 64>>>(x, x);
}
