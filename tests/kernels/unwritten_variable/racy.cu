// expect: racy
// The variable has a value.
__global__ void find(int *to, int n) {
    bool found = false;
    for (int i = 0; i < n; i++) found = true;
    if (!found) to[0] = threadIdx.x;
}

void run(int *to, int n) { find<<<1, 64>>>(to, n); }
