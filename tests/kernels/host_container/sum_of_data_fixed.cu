// expect: drf

__global__ void k(int n, double *x, double *y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        x[i] = 1;
        y[i] = 2;
    }
}

template <typename T> class Vector {
    T *memory;
    int length;

  public:
    ~Vector() { cudaFree(memory); }
    int size() const { return length; }
    T const *data() const { return memory; }
    T *data() { return memory; }
};

void go(Vector<double> &v, const Vector<int> &types) {
    const int n = types.size();
    k<<<(n - 1) / 64 + 1, 64>>>(n, v.data(), v.data() + n);
}
