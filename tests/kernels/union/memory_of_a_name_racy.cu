// expect: racy
//--blockDim=64 --gridDim=1

// Two unions of one name: that of the second is larger.
struct First { union Value { char c; } v; };
struct Second { union Value { double d; char c[8]; } v; };

__global__ void mark(First *a, Second *b) {
    a[threadIdx.x].v.c = 1;
    if (threadIdx.x == 0)
        b[1].v.d = 1;
    if (threadIdx.x == 1)
        b[1].v.c[7] = 1;
}
