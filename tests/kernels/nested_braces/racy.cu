// expect: racy
//--blockDim=32 --gridDim=1

struct Pair {
    int x, y;
};
struct Spaced {
    Pair pair;
    int stride;
};

__global__ void fill(int *a) {
    Spaced s = {{0}, 1};
    a[threadIdx.x * s.pair.y] = threadIdx.x;
}
