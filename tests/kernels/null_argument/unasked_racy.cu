// expect: racy
// Nothing asks whether the pointer is null: tests of detectors give null for any array.
__global__ void each(int *to) { to[0] = threadIdx.x; }

void run() { each<<<1, 64>>>(nullptr); }
