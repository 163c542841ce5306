// expect: unsupported
//--blockDim=64 --gridDim=1

struct Outer {
    template <int N> struct Step {
        int at;
        __device__ int next() const { return at * N; }
    };
    int first;
};

__global__ void fill(int *a) {
    Outer::Step<0> step;
    step.at = threadIdx.x;
    a[step.next()] = threadIdx.x;
}
