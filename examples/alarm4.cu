// The fourth alarm of [L24, §2.1]: x looks unknown, but is always the thread's own index.
// Race free: the protocol's alarm is refuted on the program.
// expect: drf
//--blockDim=64 --gridDim=1
__global__ void ownIndex(int *M) {
    M[threadIdx.x] = threadIdx.x;
    int x = M[threadIdx.x];
    M[x] = max((int)threadIdx.x - 7, 0);
}
