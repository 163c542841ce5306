// expect: unsupported
//--blockDim=64 --gridDim=1

struct Pair { int first, second; };

// Which of the two is changed hangs on the iteration.
__global__ void pairs(int *a, int n) {
    Pair p, other;
    p.first = threadIdx.x;
    other.first = threadIdx.x;
    Pair *q = &p;
    for (int i = 0; i < 2; i++) {
        q->first = 0;
        q = &other;
    }
    a[other.first] = n;
}
