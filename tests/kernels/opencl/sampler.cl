// expect: drf
//--local_size=64 --num_groups=1

__kernel void fill(__global float4 *a, __read_only image2d_t image) {
    const sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
    a[get_local_id(0)] = read_imagef(image, nearest, (int2)(get_local_id(0), 0));
}
