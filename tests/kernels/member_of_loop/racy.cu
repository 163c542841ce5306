// expect: racy
//--blockDim=64 --gridDim=4

// The loop changes where the column reads, and once where it writes.
struct Walk { int at, step; };
struct Column {
    int place;
    Walk walk;
    __device__ void start(int p) { place = p; walk.at = p; walk.step = 64; }
    __device__ int load(const int *in) { walk.at += walk.step; place = 0; return in[walk.at]; }
};

__global__ void columns(int *out, const int *in, int n) {
    Column column;
    column.start(threadIdx.x);
    __shared__ int s[64];
    for (int i = 0; i < n; i++) {
        s[column.place] = column.load(in);
        __syncthreads();
        out[blockIdx.x * 64 + column.place] += s[63 - threadIdx.x];
        __syncthreads();
    }
}
