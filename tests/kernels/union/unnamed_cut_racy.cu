// expect: racy
//--blockDim=64 --gridDim=1

struct Key {
    union { unsigned whole; unsigned char parts[4]; };
    unsigned at;
    __device__ void cut() { parts[0] = 0; }
};

__global__ void mark(unsigned *a) {
    Key key;
    key.at = 0;
    key.whole = threadIdx.x;
    key.cut();
    a[key.whole] = 1;
}
