// expect: potential
// Where the loop does not run, a variable without a value would decide: a run in which it does shows nothing.
__global__ void find(int *to, int n) {
    bool found;
    for (int i = 0; i < n; i++) found = true;
    if (!found) to[0] = threadIdx.x;
}

void run(int *to, int n) { find<<<1, 64>>>(to, n); }
