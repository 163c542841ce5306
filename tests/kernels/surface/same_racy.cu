// expect: racy

// The host gives one surface twice.
__global__ void shift(cudaSurfaceObject_t from, cudaSurfaceObject_t to) {
    float next = surf1Dread<float>(from, threadIdx.x * 4);
    surf1Dwrite(next, to, (threadIdx.x + 1) * 4);
}

void host(cudaSurfaceObject_t s) {
    shift<<<1, 64>>>(s, s);
}
