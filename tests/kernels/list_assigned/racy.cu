// expect: racy
//--blockDim=64 --gridDim=1

__global__ void fill(int2 *a) {
    int i = threadIdx.x;
    int2 place;
    place = {i, i / 2};
    a[place.y] = {place.x, 0};
}
