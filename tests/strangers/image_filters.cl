// Bildfilter für die Vorlesung GPU-Programmierung

__constant float gauss[9] = { 1/16.f, 2/16.f, 1/16.f,
                              2/16.f, 4/16.f, 2/16.f,
                              1/16.f, 2/16.f, 1/16.f };

typedef struct { int width; int height; } Size;

int clamped(int v, int hi) { return v < 0 ? 0 : v > hi ? hi : v; }

kernel void blur(global const uchar4 *src, global uchar4 *dst, int width, int height)
{
	int x = get_global_id(0), y = get_global_id(1);
	if (x >= width || y >= height)
		return;
	float4 sum = (float4)(0.0f);
	for (int dy = -1; dy <= 1; dy++)
		for (int dx = -1; dx <= 1; dx++) {
			int i = clamped(y + dy, height - 1) * width + clamped(x + dx, width - 1);
			sum += convert_float4(src[i]) * gauss[(dy + 1) * 3 + dx + 1];
		}
	dst[y * width + x] = convert_uchar4_sat(sum);
}

kernel void mirror(global uchar4 *image, int width, int height)
{
	int x = get_global_id(0), y = get_global_id(1);
	if (x < width && y < height) {
		uchar4 t = image[y * width + x];
		image[y * width + x] = image[y * width + width - 1 - x];
		image[y * width + width - 1 - x] = t;
	}
}

kernel void histogram(global const uchar *grey, global volatile uint *bins, int n)
{
	local uint mine[256];
	int l = get_local_id(0), size = get_local_size(0);
	for (int b = l; b < 256; b += size)
		mine[b] = 0;
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int i = get_global_id(0); i < n; i += get_global_size(0))
		atomic_inc(&mine[grey[i]]);
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int b = l; b < 256; b += size)
		atomic_add(&bins[b], mine[b]);
}
// expect blur: race free, assuming launch -- from one image to another, for any 2-D launch
// expect mirror: racy, assuming launch -- both work-items of a pair swap it
// expect histogram: race free, assuming launch -- atomics between the barriers
