// expect: drf
//--blockDim=64 --gridDim=1

struct Pair {
    int x, y;
};
struct Two {
    Pair first, second;
};

__device__ Pair made(int t) { return {.x = 0, .y = t}; }

__global__ void k(int *a) {
    int t = threadIdx.x;
    Two w{.second = {.y = made(t).y}};
    a[w.second.y + w.second.x + w.first.y + Pair{.y = 1}.x] = 1;
}
