// expect: drf
//--blockDim=64 --gridDim=1

struct Key {
    union { unsigned whole; unsigned char parts[4]; };
    unsigned at;
};

// What is beside the union is kept.
__global__ void mark(unsigned *a) {
    Key key;
    key.at = threadIdx.x;
    key.whole = 7;
    key.parts[0] = 0;
    a[key.at] = key.whole;
}
