// expect: drf
//--blockDim=64 --gridDim=1

struct Writer {
    int *data;
    template <typename T> __device__ int place(T i) const { return (int)i * (int)(sizeof(T) / 4); }
    template <typename T> __device__ void put(T i, int value) { data[place(i)] = value; }
};

__global__ void fill(int *a) {
    Writer writer;
    writer.data = a;
    writer.put(threadIdx.x, 1);
}
