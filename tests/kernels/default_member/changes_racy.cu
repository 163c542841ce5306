// expect: racy

// The second value changes the first member.
struct Count {
    int n = 1;
    int m = (n = 2, 3);
};

__global__ void write(int *a) { a[threadIdx.x / 2] = threadIdx.x; }

void host(int *a) {
    Count count;
    write<<<1, count.n>>>(a);
}
