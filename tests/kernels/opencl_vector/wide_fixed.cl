// expect: drf
//--local_size=64 --num_groups=1

__kernel void halves(__global float8 *a, __global int *b, __global float *c) {
    int i = get_local_id(0);
    float8 v = a[i];
    v.s7 = v.s0 + 1.0f;
    v.lo = (float4)(1.0f);
    a[i] = -v;
    int8 less = v < 2.0f;
    b[i] = less.s3;
    vstore16((float16)(v, v), i, c);
}
