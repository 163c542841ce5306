// expect: drf
//--local_size=64 --num_groups=1

kernel void copy(read_only image2d_t from, sampler_t how, write_only image2d_t to, write_only image3d_t all) {
    int i = get_local_id(0);
    float4 texel = read_imagef(from, how, (int2)(i + 1, 0));
    write_imagef(to, (int2)(i, 7), texel);
    write_imagei(all, (int4)(0, 7, i, 0), (int4)(i));
}
