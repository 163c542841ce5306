// expect: drf
//--blockDim=64 --gridDim=4

// What members have by default says nothing of what lies in memory.
struct Range {
    unsigned mask = 0u;
    int first{0}, last = -1;
};

__global__ void shift(Range *ranges, int by) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (ranges[i].mask == 0u) return;
    ranges[i].first += by;
    ranges[i].last = ranges[i].first + by;
}
