// expect: racy
//--blockDim=64 --gridDim=1

template <typename T> __device__ void exchange(T &a, T &b) {
    T t = a;
    a = b;
    b = t;
}

__global__ void swapped(int *a) {
    int i = 0, j = threadIdx.x;
    exchange(i, j);
    a[j] = 1;
}
