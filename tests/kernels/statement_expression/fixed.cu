// expect: drf
//--blockDim=64 --gridDim=1

#define LESS(x, y) ({ __typeof__(x) _x = (x); __typeof__(y) _y = (y); _x < _y ? _x : _y; })

__global__ void fill(int *a, int n) {
    int i = threadIdx.x;
    for (int c = 0; c <= LESS(3, n); c += 1) {
        a[LESS(i, 64) + 64 * c] = c;
    }
}
