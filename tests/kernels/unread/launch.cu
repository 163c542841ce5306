// expect: drf

// The statement that cannot be read launches nothing.
__global__ void write(int *a) {
    a[threadIdx.x % 64] = threadIdx.x;
}

void run(int *a) {
    int size = ???;
    write<<<1, 64>>>(a);
}
