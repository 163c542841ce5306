// expect: racy
//--blockDim=64 --gridDim=1

#define LESS(x, y) ({ __typeof__(x) _x = (x); __typeof__(y) _y = (y); _x < _y ? _x : _y; })

__global__ void fill(int *a) {
    int i = threadIdx.x;
    a[LESS(i, 62)] = i;
}
