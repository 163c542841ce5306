// expect: racy
//--blockDim=64 --gridDim=1

// `continue` goes on with the next number, in a constant expression, too: the sum is 6.
constexpr int even(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
        if (i % 2) continue;
        sum += i;
    }
    return sum;
}
__global__ void f(int *a) {
    constexpr int six = even(5);
    if (six == 6) a[0] = threadIdx.x;
}
