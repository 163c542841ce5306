// expect: drf
//--blockDim=64 --gridDim=1

// Whatever cannot be read here, the kernel does not use.
struct Reader : ??? {
    int place;
};

__device__ int mirrored(int i) {
    return /* TODO */ ???;
}

__device__ int row = FIXME 3;

__global__ void write(int *a) {
    a[threadIdx.x] = 1;
}

int main() {
    int size = your code here;
    return (0;
}
