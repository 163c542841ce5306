// expect: drf
//--local_size=64 --num_groups=4

// What is not selected is neither read nor written.
__kernel void halves(__global float4 *a, __global float2 *b) {
    size_t i = get_global_id(0);
    a[i].xy = (float2)(1, 2);
    b[i] = a[i + 1].zw;
}
