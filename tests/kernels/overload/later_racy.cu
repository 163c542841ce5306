// expect: racy
//--blockDim=64 --gridDim=1

struct Given { int width; };
struct Row { int at; };

template <class T> __device__ int place(Given given, T row, int i);

template <class T> __device__ int around(T row, int i) { return place(2, row, i); }

template <class T> __device__ int place(int width, T row, int i) { return i / width; }

__global__ void fill(int *a, const Row *rows) { a[around(rows, threadIdx.x)] = 1; }
