// expect: drf
//--blockDim=64 --gridDim=1

template <typename T> struct View {
    T *cells;
    __device__ void put(int i) {
        struct Pair { T value; int at; };
        Pair pair;
        pair.value = 1;
        pair.at = i;
        cells[pair.at] = pair.value;
    }
};

__global__ void fill(float *a) {
    View<float> view;
    view.cells = a;
    view.put(threadIdx.x);
}
