// expect: drf

// A call with written arguments before the function that takes another number of them.
template <class T, class U> __device__ void swap2(T &a, T &b) { T c = a; a = b; b = c; }
template <class T, class U> __device__ void swap4(T &a, T &b) { swap2<T, U>(a, b); }
template <class T, class U> __device__ void swap2(T *a) { swap2<T, U>(a[0], a[1]); }

__global__ void k(int *a) {
    int own[2];
    own[0] = own[1] = threadIdx.x;
    swap4<int, int>(own[0], own[1]);
    swap2<int, int>(own);
    a[threadIdx.x] = own[0];
}

void run(int *a) { k<<<1, 64>>>(a); }
