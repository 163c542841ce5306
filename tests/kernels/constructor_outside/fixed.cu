// expect: drf
//--blockDim=64 --gridDim=2

#define BOTH inline __host__ __device__

namespace shapes {

struct Range {
    int begin, step;
    BOTH Range(int first = 0);
    BOTH Range(int first, int by);
    BOTH int at(int n) const;
};

// Constructors that are defined outside of their class, one with initializers.
BOTH Range::Range(int first) {
    begin = first;
    step = 1;
}

BOTH Range::Range(int first, int by) : begin(first), step{by} { begin += 1; }

BOTH int Range::at(int n) const { return begin + step * n; }

}

__global__ void fill(int *a) {
    shapes::Range own(3 * blockIdx.x * blockDim.x, 3);
    shapes::Range none;
    a[own.at(threadIdx.x) + none.begin + none.step] = 1;
}
