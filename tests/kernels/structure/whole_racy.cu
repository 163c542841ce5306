// expect: racy
//--blockDim=64 --gridDim=1

struct Pair { int first, second; };

__global__ void copy(Pair *a) {
    Pair p = a[threadIdx.x];
    p.second = threadIdx.x;
    a[threadIdx.x + 1] = p;
}
