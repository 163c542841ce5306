// expect: racy
//--blockDim=64 --gridDim=1

constexpr int WIDTH = 64;

// The constructor names `step`; the list gives `second`, too.
struct Place {
    int width = WIDTH;
    int step = width / 64, far = 1;

    __device__ Place(int given) : step(given) {}
    __device__ int of(int i) const { return i * step + far; }
};

struct Pair {
    int first = 1, second{2};
};

__global__ void write(int *a) {
    Place place(0);
    Pair pair{5, 5};
    a[place.of(threadIdx.x) + threadIdx.x * (pair.first - pair.second)] = threadIdx.x;
}
