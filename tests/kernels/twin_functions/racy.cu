// expect: racy
//--blockDim=64 --gridDim=1

struct Cell {
    int at[2];
    __device__ int &operator[](int n) { return at[n]; }
    __device__ const int &operator[](int n) const { return at[n]; }
};

__device__ int &first(int2 &two, int n) { return *(int *)&two; }
__device__ int first(const int2 &two, int n) { return *(const int *)&two; }

__global__ void fill(int *a) {
    Cell cell;
    cell[0] = threadIdx.x;
    cell[1] = threadIdx.x;
    int2 two = {cell[0], 1};
    int i = threadIdx.x;
    if (first(two, 0) == i) a[i / 2] = cell[1];
}
