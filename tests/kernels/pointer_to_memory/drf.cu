// expect: drf
// flags: --timeout 20

// The function changes nothing of the view: where its pointer leads, it leads in each iteration.
template <typename T> struct View {
    T *data;
    int columns;
    __device__ T *row(int i) { return &data[i * columns]; }
};

struct Given {
    View<int> a;
    int rows;
};

__global__ void fill(Given given) {
    for (int i = blockIdx.y; i < given.rows; i += gridDim.y) {
        if ((int)threadIdx.x < given.a.columns) given.a.row(i)[threadIdx.x] = i;
    }
}

void host(Given given) { fill<<<dim3(1, 64), 128>>>(given); }
