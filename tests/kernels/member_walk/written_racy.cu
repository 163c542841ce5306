// expect: racy
//--blockDim=64 --gridDim=1

struct Pair { int first, second; };

// What is written through the pointer is the second member, too.
__global__ void mark(int *a) {
    Pair pair;
    pair.first = 1;
    pair.second = threadIdx.x;
    int *to = &pair.first;
    for (int i = 0; i < 2; i++)
        *to++ = 0;
    a[pair.second] = 1;
}
