// expect: drf
//--blockDim=64 --gridDim=1

// Members are made in the order in which the class has them: `first` is there when `second` is made. [class.base.init]
struct Place {
    int first;
    int second;
    __device__ Place(int i) : second(first + i), first(2) {}
};

__global__ void k(int *a) {
    Place place(threadIdx.x);
    a[place.second] = place.first;
}
