// expect: racy
//--blockDim=64 --gridDim=1

// The values of a list are for the members in their order, of which one has a constructor.
struct One { int n; __device__ One() { n = 1; } };
struct Place { int row, column; One one; };
__global__ void f(int *a) {
    int i = threadIdx.x;
    Place place = {5, i, One()};
    a[place.row] = place.column;
}
