// expect: racy

// A new object at the beginning of a statement, whose member is called, is no declaration.
struct Adder {
    int *sums;
    __device__ Adder(int *p) { sums = p; }
    __device__ void add(int n) { sums[threadIdx.x / 2] += n; }
};

__global__ void add(int *a, int n) {
    Adder(a + blockIdx.x * blockDim.x).add(n);
    Adder{a + blockIdx.x * blockDim.x}.add(1);
}

void run(int *a) { add<<<4, 64>>>(a, 3); }
