// expect: drf
//--blockDim=64 --gridDim=1

template <int WIDTH>
struct Buffer {
    enum { HALF = WIDTH / 2, STRIDE = HALF + 2, PADDING = WIDTH > 32 ? STRIDE - HALF : 0 };
    enum { SIZE = 2 * STRIDE + PADDING };
    int cells[SIZE];
    __device__ int &operator[](int i) { return cells[i + SIZE - WIDTH - 6]; }
};

__global__ void sums(const int *in, int *out) {
    __shared__ Buffer<64> buffer;
    buffer[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = buffer[63 - threadIdx.x];
}
