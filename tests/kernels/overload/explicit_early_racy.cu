// expect: racy

// A call with written arguments before the function that takes another number of them.
template <class T, class U> __device__ void set2(T *a, T b) { a[0] = b; }
template <class T, class U> __device__ void set4(T *a, T b) { set2<T, U>(a, b); }
template <class T, class U> __device__ void set2(T *a) { set2<T, U>(a + threadIdx.x, a[threadIdx.x]); }

__global__ void k(int *a) { set4<int, int>(a, threadIdx.x); }

void run(int *a) { k<<<1, 64>>>(a); }
