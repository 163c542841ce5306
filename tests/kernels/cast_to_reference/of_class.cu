// expect: unsupported
//--blockDim=64 --gridDim=1

struct Base {
    int n;
};
struct Other {
    int m;
};
struct Both : Other, Base {};

// Where the base lies, the class says.
__global__ void put(Both *all) { static_cast<Base &>(all[threadIdx.x]).n = 1; }
