// expect: racy
//--blockDim=64 --gridDim=1

struct Pair { int a, b; };
struct Triple { int a, b, c; };

__device__ void advance(Pair &p, const Pair &by) { p.a = by.a; }
__device__ void advance(Triple &p, const Triple &by) { p.a = 0; }
__device__ int place(const Pair &p) { return p.a; }
__device__ int place(const Triple &) { return 0; }

struct Shift {
    Pair by;
    __device__ Pair applied(Pair p) const {
        advance(p, by);
        return p;
    }
};

__global__ void put(int *out, int n) {
    Shift shift;
    shift.by.a = n;
    shift.by.b = 0;
    Pair p;
    p.a = threadIdx.x;
    p.b = 0;
    p = shift.applied(p);
    out[place(p)] = 1;
}
