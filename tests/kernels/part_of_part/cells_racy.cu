// expect: racy
// `first_drf.cu` and `second_racy.cu` include it, and neither the other one: it is looked at by itself, under any launch.
__global__ void cells(int *a) { a[threadIdx.x] = 1; }
