// expect: racy

// An iteration whose index has wrapped around is left before the access that would have no meaning.
__global__ void k(int *last, int *all, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        if (i < 0) {
            last[0] = i;
            break;
        }
        all[i] = i;
    }
}

void host(int *last, int *all) { k<<<65536, 1024>>>(last, all, 2147483647); }
