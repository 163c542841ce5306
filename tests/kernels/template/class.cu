// expect: drf
//--blockDim=64 --gridDim=1

template <typename T> struct Pair {
    T first, second;
};

__global__ void put(int *a) {
    Pair<int> p;
    p.first = threadIdx.x;
    a[p.first] = 1;
}
