// expect: drf
//--blockDim=64 --gridDim=1

struct Counter {
    int n;
    __device__ void up() { this->n += 2; }
};

__global__ void put(int *a) {
    Counter c;
    c.n = threadIdx.x;
    c.up();
    a[c.n] = a[threadIdx.x + 2];
}
