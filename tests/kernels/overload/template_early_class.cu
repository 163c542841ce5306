// expect: unsupported
//--blockDim=64 --gridDim=1

struct Row { int at; };
template <class T> __device__ int place(T row) { return 0; }
__device__ int around(Row row) { return place(row); }
__device__ int place(Row row) { return row.at; }

__global__ void fill(int *a) {
    Row row;
    row.at = threadIdx.x;
    a[around(row)] = 1;
}
