// expect: drf
#include <type_traits>

template <typename T> __device__ int place(const T i) {
    return std::is_same<typename std::decay<const T>::type, int>::value ? i : i / 2;
}

__global__ void fill(int *a) {
    int i = threadIdx.x;
    a[place(i)] = 1;
}

void run(int *a) { fill<<<1, 64>>>(a); }
