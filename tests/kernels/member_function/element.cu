// expect: racy
//--blockDim=64 --gridDim=1

struct Counter {
    int n;
    __device__ void up() { n += 1; }
};

__global__ void put(Counter *counters) {
    counters[0].up();
}
