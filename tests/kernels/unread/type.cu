// expect: unsupported
//--blockDim=64 --gridDim=1

// Nobody knows how large an element is, nor what it takes to assign one.
struct Element {
    int value;
} FIXME?;

__global__ void write(Element *a) {
    a[threadIdx.x] = a[threadIdx.x + 64];
}
