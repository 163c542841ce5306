// expect: drf
//--blockDim=64 --gridDim=1

struct Pair { int first, second; };

__device__ void bump(Pair *p, int *count) { p->second++; *count += 1; }

__global__ void pairs(int *a, int n) {
    Pair p, other;
    p.first = threadIdx.x;
    p.second = 0;
    other.first = threadIdx.x;
    other.second = 0;
    int count = 0;
    for (int i = 0; i < n; i++) {
        bump(&p, &count);
        a[other.first] += count + other.second;
    }
    a[p.first] = p.second;
}
