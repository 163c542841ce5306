// expect: drf
//--local_size=64 --num_groups=4

kernel void mix_up(global float4 *v, global const uchar4 *c, global float *f, global int *n) {
    int i = get_global_id(0);
    float4 a = (float4)(0.0f);
    float4 p = v[i];
    a.xyz += p.zyx * 2.0f;
    p.lo = p.hi;
    v[i] = a + convert_float4(c[i]) + (float4)(p.xy, 1.0f, p.s3);
    float4 loaded = vload4(i, f);
    vstore4(mad(loaded, a, a) + dot(a, p), i, f);
    int2 at = (int2)(i, i + 1);
    n[at.s0] = as_int(f[4 * i]) + clamp(i, 0, 7) + mad24(2, 3, 1);
}
