// Textures are read: in a run they hold zeros. A surface is an array of bytes: by layer, or face, or depth, then by row, then by byte. [CUDA C++ Programming Guide, 10.8, 10.9]
template <typename T> [[jaminan::pure]] T tex1Dfetch(cudaTextureObject_t texture, int x) { T texel = {}; return texel; }
[[jaminan::op("fetch")]] auto tex1Dfetch(auto texture, auto x);

template <typename T> [[jaminan::pure]] T tex1D(cudaTextureObject_t texture, float x) { T texel = {}; return texel; }
[[jaminan::op("fetch")]] auto tex1D(auto texture, auto x);

template <typename T> [[jaminan::pure]] T tex2D(cudaTextureObject_t texture, float x, float y) { T texel = {}; return texel; }
[[jaminan::op("fetch")]] auto tex2D(auto texture, auto x, auto y);

template <typename T> [[jaminan::pure]] T tex3D(cudaTextureObject_t texture, float x, float y, float z) { T texel = {}; return texel; }
[[jaminan::op("fetch")]] auto tex3D(auto texture, auto x, auto y, auto z);

template <typename T> [[jaminan::pure]] T tex1DLayered(cudaTextureObject_t texture, float x, int layer) { T texel = {}; return texel; }

template <typename T> [[jaminan::pure]] T tex2DLayered(cudaTextureObject_t texture, float x, float y, int layer) { T texel = {}; return texel; }
[[jaminan::op("fetch")]] auto tex2DLayered(auto texture, auto x, auto y, auto layer);

template <typename T> [[jaminan::pure]] T tex1DLod(cudaTextureObject_t texture, float x, float level) { T texel = {}; return texel; }

template <typename T> [[jaminan::pure]] T tex2DLod(cudaTextureObject_t texture, float x, float y, float level) { T texel = {}; return texel; }

template <typename T> [[jaminan::pure]] T tex3DLod(cudaTextureObject_t texture, float x, float y, float z, float level) { T texel = {}; return texel; }

template <typename T> [[jaminan::pure]] T texCubemap(cudaTextureObject_t texture, float x, float y, float z) { T texel = {}; return texel; }

template <typename T> [[jaminan::pure]] T tex2DGrad(cudaTextureObject_t texture, float x, float y, float2 dx, float2 dy) { T texel = {}; return texel; }

template <typename T> [[jaminan::pure]] T tex2Dgather(cudaTextureObject_t texture, float x, float y) { T texel = {}; return texel; }
template <typename T> [[jaminan::pure]] T tex2Dgather(cudaTextureObject_t texture, float x, float y, int component) { T texel = {}; return texel; }

using cudaSurfaceBoundaryMode = int;

// No surface has more bytes in a row, or more rows. [CUDA C++ Programming Guide, 17.1]
using cudaSurfaceObject_t = unsigned char (*)[131072][1048576];
using CUsurfObject = unsigned char (*)[131072][1048576];

// Where the bytes of a surface are, by its handle: which surface one means that is kept in memory, nobody knows.
[[jaminan::op("surface")]] cudaSurfaceObject_t _surface_of(cudaSurfaceObject_t handle);

[[jaminan::pure]] unsigned char _surface_byte(auto value);

template <typename T> [[jaminan::pure]] T _surface_value(unsigned char last);

[[jaminan::pure]] unsigned int _surface_place();

// What lies past the end of a surface has no meaning, nor has a place in a row that no `int` holds. What is not aligned to its size is taken
// for the bytes from there on.
bool _surface_has(long long layer, long long y, long long x) {
    return layer >= 0 && layer < 32768 && y >= 0 && y < 131072 && x >= 0 && x < 1048576;
}

template <typename T> void _surface_write(T value, cudaSurfaceObject_t surface, int layer, int y, long long x) {
    if (_surface_has(layer, y, x)) {
        cudaSurfaceObject_t bytes = _surface_of(surface);
        for (unsigned int n = 0; n < sizeof(T); ++n) bytes[layer][y][x + n] = _surface_byte(value);
    }
}

template <typename T> T _surface_read(cudaSurfaceObject_t surface, int layer, int y, long long x) {
    unsigned char last = 0;
    if (_surface_has(layer, y, x)) {
        cudaSurfaceObject_t bytes = _surface_of(surface);
        for (unsigned int n = 0; n < sizeof(T); ++n) last = bytes[layer][y][x + n];
    }
    return _surface_value<T>(last);
}

// Past its end, a mode of the boundary may read another place.
template <typename T> T _surface_read_anywhere(cudaSurfaceObject_t surface) {
    unsigned char last = _surface_of(surface)[_surface_place()][_surface_place()][_surface_place()];
    return _surface_value<T>(last);
}

template <typename T> T surf1Dread(cudaSurfaceObject_t surface, long long x) { return _surface_read<T>(surface, 0, 0, x); }
template <typename T> T surf1Dread(cudaSurfaceObject_t surface, long long x, cudaSurfaceBoundaryMode mode) { return _surface_read_anywhere<T>(surface); }
template <typename T> void surf1Dread(T *value, cudaSurfaceObject_t surface, long long x) { *value = _surface_read<T>(surface, 0, 0, x); }
template <typename T> void surf1Dread(T *value, cudaSurfaceObject_t surface, long long x, cudaSurfaceBoundaryMode mode) { *value = _surface_read_anywhere<T>(surface); }

template <typename T> T surf2Dread(cudaSurfaceObject_t surface, long long x, int y) { return _surface_read<T>(surface, 0, y, x); }
template <typename T> T surf2Dread(cudaSurfaceObject_t surface, long long x, int y, cudaSurfaceBoundaryMode mode) { return _surface_read_anywhere<T>(surface); }
template <typename T> void surf2Dread(T *value, cudaSurfaceObject_t surface, long long x, int y) { *value = _surface_read<T>(surface, 0, y, x); }
template <typename T> void surf2Dread(T *value, cudaSurfaceObject_t surface, long long x, int y, cudaSurfaceBoundaryMode mode) { *value = _surface_read_anywhere<T>(surface); }

template <typename T> T surf3Dread(cudaSurfaceObject_t surface, long long x, int y, int z) { return _surface_read<T>(surface, z, y, x); }
template <typename T> T surf3Dread(cudaSurfaceObject_t surface, long long x, int y, int z, cudaSurfaceBoundaryMode mode) { return _surface_read_anywhere<T>(surface); }
template <typename T> void surf3Dread(T *value, cudaSurfaceObject_t surface, long long x, int y, int z) { *value = _surface_read<T>(surface, z, y, x); }
template <typename T> void surf3Dread(T *value, cudaSurfaceObject_t surface, long long x, int y, int z, cudaSurfaceBoundaryMode mode) { *value = _surface_read_anywhere<T>(surface); }

template <typename T> T surf1DLayeredread(cudaSurfaceObject_t surface, long long x, int layer) { return _surface_read<T>(surface, layer, 0, x); }
template <typename T> T surf1DLayeredread(cudaSurfaceObject_t surface, long long x, int layer, cudaSurfaceBoundaryMode mode) { return _surface_read_anywhere<T>(surface); }
template <typename T> void surf1DLayeredread(T *value, cudaSurfaceObject_t surface, long long x, int layer) { *value = _surface_read<T>(surface, layer, 0, x); }
template <typename T> void surf1DLayeredread(T *value, cudaSurfaceObject_t surface, long long x, int layer, cudaSurfaceBoundaryMode mode) { *value = _surface_read_anywhere<T>(surface); }

template <typename T> T surf2DLayeredread(cudaSurfaceObject_t surface, long long x, int y, int layer) { return _surface_read<T>(surface, layer, y, x); }
template <typename T> T surf2DLayeredread(cudaSurfaceObject_t surface, long long x, int y, int layer, cudaSurfaceBoundaryMode mode) { return _surface_read_anywhere<T>(surface); }
template <typename T> void surf2DLayeredread(T *value, cudaSurfaceObject_t surface, long long x, int y, int layer) { *value = _surface_read<T>(surface, layer, y, x); }
template <typename T> void surf2DLayeredread(T *value, cudaSurfaceObject_t surface, long long x, int y, int layer, cudaSurfaceBoundaryMode mode) { *value = _surface_read_anywhere<T>(surface); }

template <typename T> T surfCubemapread(cudaSurfaceObject_t surface, long long x, int y, int face) { return _surface_read<T>(surface, face, y, x); }
template <typename T> T surfCubemapread(cudaSurfaceObject_t surface, long long x, int y, int face, cudaSurfaceBoundaryMode mode) { return _surface_read_anywhere<T>(surface); }
template <typename T> void surfCubemapread(T *value, cudaSurfaceObject_t surface, long long x, int y, int face) { *value = _surface_read<T>(surface, face, y, x); }
template <typename T> void surfCubemapread(T *value, cudaSurfaceObject_t surface, long long x, int y, int face, cudaSurfaceBoundaryMode mode) { *value = _surface_read_anywhere<T>(surface); }

template <typename T> T surfCubemapLayeredread(cudaSurfaceObject_t surface, long long x, int y, int face) { return _surface_read<T>(surface, face, y, x); }
template <typename T> T surfCubemapLayeredread(cudaSurfaceObject_t surface, long long x, int y, int face, cudaSurfaceBoundaryMode mode) { return _surface_read_anywhere<T>(surface); }
template <typename T> void surfCubemapLayeredread(T *value, cudaSurfaceObject_t surface, long long x, int y, int face) { *value = _surface_read<T>(surface, face, y, x); }
template <typename T> void surfCubemapLayeredread(T *value, cudaSurfaceObject_t surface, long long x, int y, int face, cudaSurfaceBoundaryMode mode) { *value = _surface_read_anywhere<T>(surface); }

template <typename T> void surf1Dwrite(T value, cudaSurfaceObject_t surface, long long x) { _surface_write(value, surface, 0, 0, x); }
template <typename T> [[jaminan::unmodelled("a write to a surface in a mode of its boundary")]] void surf1Dwrite(T value, cudaSurfaceObject_t surface, long long x, cudaSurfaceBoundaryMode mode);

template <typename T> void surf2Dwrite(T value, cudaSurfaceObject_t surface, long long x, int y) { _surface_write(value, surface, 0, y, x); }
template <typename T> [[jaminan::unmodelled("a write to a surface in a mode of its boundary")]] void surf2Dwrite(T value, cudaSurfaceObject_t surface, long long x, int y, cudaSurfaceBoundaryMode mode);

template <typename T> void surf3Dwrite(T value, cudaSurfaceObject_t surface, long long x, int y, int z) { _surface_write(value, surface, z, y, x); }
template <typename T> [[jaminan::unmodelled("a write to a surface in a mode of its boundary")]] void surf3Dwrite(T value, cudaSurfaceObject_t surface, long long x, int y, int z, cudaSurfaceBoundaryMode mode);

template <typename T> void surf1DLayeredwrite(T value, cudaSurfaceObject_t surface, long long x, int layer) { _surface_write(value, surface, layer, 0, x); }
template <typename T> [[jaminan::unmodelled("a write to a surface in a mode of its boundary")]] void surf1DLayeredwrite(T value, cudaSurfaceObject_t surface, long long x, int layer, cudaSurfaceBoundaryMode mode);

template <typename T> void surf2DLayeredwrite(T value, cudaSurfaceObject_t surface, long long x, int y, int layer) { _surface_write(value, surface, layer, y, x); }
template <typename T> [[jaminan::unmodelled("a write to a surface in a mode of its boundary")]] void surf2DLayeredwrite(T value, cudaSurfaceObject_t surface, long long x, int y, int layer, cudaSurfaceBoundaryMode mode);

template <typename T> void surfCubemapwrite(T value, cudaSurfaceObject_t surface, long long x, int y, int face) { _surface_write(value, surface, face, y, x); }
template <typename T> [[jaminan::unmodelled("a write to a surface in a mode of its boundary")]] void surfCubemapwrite(T value, cudaSurfaceObject_t surface, long long x, int y, int face, cudaSurfaceBoundaryMode mode);

template <typename T> void surfCubemapLayeredwrite(T value, cudaSurfaceObject_t surface, long long x, int y, int face) { _surface_write(value, surface, face, y, x); }
template <typename T> [[jaminan::unmodelled("a write to a surface in a mode of its boundary")]] void surfCubemapLayeredwrite(T value, cudaSurfaceObject_t surface, long long x, int y, int face, cudaSurfaceBoundaryMode mode);
