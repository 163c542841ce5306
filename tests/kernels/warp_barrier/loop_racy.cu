// expect: racy
//--blockDim=64 --gridDim=1

// A thread may write while another one reads in its next iteration.
__global__ void exchange(int *a, int n) {
    for (int k = 0; k < n; k++) {
        int next = a[threadIdx.x ^ 1];
        __syncwarp();
        a[threadIdx.x] = next;
    }
}
