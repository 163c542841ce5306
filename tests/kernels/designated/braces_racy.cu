// expect: racy
//--blockDim=64 --gridDim=1

struct Pair {
    int x, y;
};
struct Two {
    Pair first, second;
};

__global__ void k(int *a) {
    int t = threadIdx.x;
    Two w{.second = {.y = t}};
    a[w.first.y] = 1;
}
