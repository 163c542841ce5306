// expect: drf
//--blockDim=64 --gridDim=1

constexpr int WIDTH = 64;

// Those that a constructor does not name have their values by default; so have those behind a list.
struct Place {
    int width = WIDTH;
    int step = width / 64, far = -1;

    __device__ Place() {}
    __device__ Place(int first) : far(first) {}
    __device__ int of(int i) const { return i * step + far; }
};

struct Pair {
    int first = 1, second{2};
};

__global__ void write(int *a) {
    Place place, other(8);
    Pair pair{5}, none;
    int last = place.of(threadIdx.x) + other.of(0) + none.second;
    a[last * (pair.first - pair.second)] = threadIdx.x;
}
