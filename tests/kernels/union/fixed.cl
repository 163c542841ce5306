// expect: drf
//--local_size=64 --num_groups=1

typedef union vconv { ulong whole; struct { uint low, high; } parts; } vconv_t;

ulong joined(const uint low, const uint high) {
    vconv_t v;
    v.parts.low = low;
    v.parts.high = high;
    return v.whole;
}

__kernel void join(__global ulong *a) { a[get_local_id(0)] = joined(get_local_id(0), 1); }
