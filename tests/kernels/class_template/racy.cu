// expect: racy
//--blockDim=64 --gridDim=1

template <typename T, int shift> class Window {
public:
    __device__ Window(T *data, int n) : data_(data), n_(n) {}
    __device__ void put(int i, T value) {
        if (i < n_) data_[i / (shift + 1)] = value;
    }
    __device__ int last() const { return n_ - 1; }

private:
    T *data_;
    int n_;
};

__global__ void fill(int *a, int n) {
    Window<int, 1> window(a, n);
    window.put(threadIdx.x, window.last());
}
