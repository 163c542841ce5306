// expect: drf
//--blockDim=64 --gridDim=1

// Of the two only one takes a number: it is meant, though it stands behind the call. A template finds it by the type of
// the row.
struct Given { int width; };
struct Row { int at; };

template <class T> __device__ int place(Given given, T row, int i);

template <class T> __device__ int around(T row, int i) { return place(2, row, i); }

template <class T> __device__ int place(int width, T row, int i) { return width * i; }

__global__ void fill(int *a, const Row *rows) { a[around(rows, threadIdx.x)] = 1; }
