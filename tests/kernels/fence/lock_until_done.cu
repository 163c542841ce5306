// expect: potential
//--blockDim=64 --gridDim=4

__global__ void add(int *lock, int *sum) {
    bool done = false;
    while (!done) {
        if (atomicCAS(lock, 0, 1) == 0) {
            sum[0] += 1;
            __threadfence();
            atomicExch(lock, 0);
            done = true;
        }
    }
}
