// expect: unsupported

enum Color { RED, GREEN } __attribute__((packed));

__global__ void k(Color *a) {
    char *bytes = (char *)a;
    a[threadIdx.x] = GREEN;
    bytes[threadIdx.x * 4] = 1;
}
