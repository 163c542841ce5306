// expect: drf
//--blockDim=64 --gridDim=1

struct Place {
    int row, column;
};

__global__ void fill(int *a) {
    int i = threadIdx.x;
    Place p;
    p = (Place){i / 2, i};
    a[p.column] = p.row;
}
