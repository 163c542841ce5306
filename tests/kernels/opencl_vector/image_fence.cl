// expect: unsupported
//--local_size=64 --num_groups=1

// A fence of global memory orders no image.
__kernel void k(read_write image1d_t image, __global float4 *to) {
    int i = get_local_id(0);
    write_imagef(image, i, (float4)(1.0f));
    barrier(CLK_GLOBAL_MEM_FENCE);
    to[i] = read_imagef(image, 63 - i);
}
