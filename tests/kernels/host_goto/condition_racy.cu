// expect: racy

// The condition does not hold for who jumps.
__global__ void k(int *a) { a[threadIdx.y * 32 + threadIdx.x] = 1; }

void host(int *a, int n) {
    if (n > 32) goto end;
    n = n / 1;
end:
    k<<<1, dim3(n, 8)>>>(a);
}
