// expect: drf
//--blockDim=64 --gridDim=1

struct View {
    int *data;
    int step;
    __device__ int at(int i) const { return i / step; }
    __device__ void put(int i, int value) { data[at(i)] = value; }
};

__global__ void fill(View view) {
    if (view.step == 1) view.put(threadIdx.x, 1);
}
