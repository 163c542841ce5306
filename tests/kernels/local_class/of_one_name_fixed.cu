// expect: drf
//--blockDim=64 --gridDim=1

// Each is a class of its own.
struct Cell { int at; };

template <typename T> __device__ void filled(T *a) {
    struct Cell { T value; };
    struct Row { Cell cells[2]; int at; };
    Row row;
    row.cells[1].value = 1;
    row.at = threadIdx.x;
    a[row.at] = row.cells[1].value;
}

template <typename T> __device__ void counted(T *a) {
    struct Cell { int at; T value; };
    Cell cell;
    cell.at = threadIdx.x;
    cell.value = 2;
    a[cell.at] = cell.value;
}

__global__ void fill(float *a, int *b) {
    filled(a);
    counted(b);
}
