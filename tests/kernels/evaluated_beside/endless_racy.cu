// expect: racy

// Once the counter has wrapped around, a loop that need not end stands before the element that there is not.
__global__ void k(int *a, int *b, int *flag, int n) {
    for (int i = threadIdx.x; i < n; i += 0x55555556u) {
        if (i < 0) {
            b[0] = i;
            while (true) atomicAdd(flag, 1);
        }
        a[i] = i;
    }
}

void run(int *a, int *b, int *flag) { k<<<1, 64>>>(a, b, flag, 2000000000); }
