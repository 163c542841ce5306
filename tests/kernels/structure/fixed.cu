// expect: drf
//--blockDim=64 --gridDim=1

struct Pair { int first, second; };

__global__ void fill(Pair *a) {
    a[threadIdx.x].first = 1;
    a[threadIdx.x].second = a[threadIdx.x].first;
}
