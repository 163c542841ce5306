// expect: drf
//--blockDim=64 --gridDim=1

struct Place { int row, column; };

__global__ void fill(int *a) {
    Place p = {(int)threadIdx.x / 8, (int)threadIdx.x % 8};
    a[p.row * 8 + p.column] = 1;
}
