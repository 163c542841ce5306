// expect: racy
//--blockDim=32 --gridDim=1

template <int n>
struct Half {
    static const int value = n / 2;
};

__global__ void fill(int *a) {
    int stride = (Half<3>::value + 1 == 2 ? 0 : 1);
    a[threadIdx.x * stride] = threadIdx.x;
}
