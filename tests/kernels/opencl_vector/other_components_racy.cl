// expect: racy
//--local_size=64 --num_groups=4

__kernel void halves(__global float4 *a, __global float2 *b) {
    size_t i = get_global_id(0);
    a[i].xz = (float2)(1, 2);
    b[i] = a[i + 1].zw;
}
