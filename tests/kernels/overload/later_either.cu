// expect: unsupported
//--blockDim=64 --gridDim=1

// Both take a number: the one behind the call is found by the type of the row alone.
struct Row { int at; };

template <class T> __device__ int place(long width, T row, int i) { return i; }

template <class T> __device__ int around(T row, int i) { return place(2, row, i); }

template <class T> __device__ int place(int width, T row, int i) { return width * i; }

__global__ void fill(int *a, const Row *rows) { a[around(rows, threadIdx.x)] = 1; }
