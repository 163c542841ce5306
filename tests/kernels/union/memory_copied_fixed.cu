// expect: drf
//--blockDim=64 --gridDim=1

union Mixed {
    char first;
    int all[4];
};

__global__ void move(Mixed *t, Mixed given) {
    Mixed own = t[threadIdx.x];
    own.all[2] = given.first;
    t[threadIdx.x] = own;
    t[threadIdx.x + 64] = given;
}
