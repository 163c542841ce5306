// expect: racy
//--blockDim=64 --gridDim=1

__global__ void shift(int *a) {
    int next = a[threadIdx.x + 1];
    a[threadIdx.x] = next;
}

// Nothing behind the comment that does not end is read; no kernel stands there.
void run(int *a) {
    /* for all of them:
    shift<<<1, 64>>>(a);
}
