// expect: drf
//--blockDim=64 --gridDim=1

__global__ void exchange(int *a, int n) {
    for (int k = 0; k < n; k++) {
        int next = a[threadIdx.x ^ 1];
        __syncwarp();
        a[threadIdx.x] = next;
        __syncwarp();
    }
}
