//--blockDim=64 --gridDim=1
// The kernel of [S18, Fig. 1], rebuilt from sections 3 to 5 of the paper: its source is lost there.
__global__ void example(int *A, int *B, int *C) {
    int tid = threadIdx.x;                  // IR 1
    A[tid % 2] = tid;                       // IR 2
    C[tid] = A[tid + 1];                    // IR 3
    if (tid % 2 == 0) {
        __syncthreads();                    // IR 4
        B[tid] = A[tid] + 10;               // IR 5
    }
    if (tid % 1 == 0) A[tid + 1] = 10;      // IR 6
    __syncthreads();                        // IR 7
    for (int i = 0; i < 100; i++)           // IR 8
        A[i % (tid + 1)] = i + 10;          // IR 9
}
