// expect: unsupported

// Whether the call means a function that is declared later hangs on the namespaces of its arguments.
template <class T, class U> __device__ int at(T a, long b) { return 0; }
template <class T, class U> __device__ int caller(T a, int b) { return at<T, U>(a, b); }
template <class T, class U> __device__ int at(T a, int b) { return b; }

__global__ void k(int *a) { a[caller<int, int>(1, threadIdx.x)] = 1; }

void run(int *a) { k<<<1, 64>>>(a); }
