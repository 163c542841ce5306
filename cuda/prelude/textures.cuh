// Textures are read, and what is written to a surface others may read. [CUDA C++ Programming Guide, 10.8, 10.9]
template <typename T> [[jaminan::pure]] T tex1Dfetch(cudaTextureObject_t texture, int x);
[[jaminan::op("fetch")]] auto tex1Dfetch(auto texture, auto x);

template <typename T> [[jaminan::pure]] T tex1D(cudaTextureObject_t texture, float x);
[[jaminan::op("fetch")]] auto tex1D(auto texture, auto x);

template <typename T> [[jaminan::pure]] T tex2D(cudaTextureObject_t texture, float x, float y);
[[jaminan::op("fetch")]] auto tex2D(auto texture, auto x, auto y);

template <typename T> [[jaminan::pure]] T tex3D(cudaTextureObject_t texture, float x, float y, float z);
[[jaminan::op("fetch")]] auto tex3D(auto texture, auto x, auto y, auto z);

template <typename T> [[jaminan::pure]] T tex1DLayered(cudaTextureObject_t texture, float x, int layer);

template <typename T> [[jaminan::pure]] T tex2DLayered(cudaTextureObject_t texture, float x, float y, int layer);
[[jaminan::op("fetch")]] auto tex2DLayered(auto texture, auto x, auto y, auto layer);

template <typename T> [[jaminan::pure]] T tex1DLod(cudaTextureObject_t texture, float x, float level);

template <typename T> [[jaminan::pure]] T tex2DLod(cudaTextureObject_t texture, float x, float y, float level);

template <typename T> [[jaminan::pure]] T tex3DLod(cudaTextureObject_t texture, float x, float y, float z, float level);

template <typename T> [[jaminan::pure]] T texCubemap(cudaTextureObject_t texture, float x, float y, float z);

template <typename T> [[jaminan::pure]] T tex2DGrad(cudaTextureObject_t texture, float x, float y, float2 dx, float2 dy);

template <typename T> [[jaminan::pure]] T tex2Dgather(cudaTextureObject_t texture, float x, float y);
template <typename T> [[jaminan::pure]] T tex2Dgather(cudaTextureObject_t texture, float x, float y, int component);

using cudaSurfaceBoundaryMode = int;

template <typename T> [[jaminan::pure]] T surf1Dread(cudaSurfaceObject_t surface, int x);
template <typename T> [[jaminan::pure]] T surf1Dread(cudaSurfaceObject_t surface, int x, cudaSurfaceBoundaryMode mode);
template <typename T> [[jaminan::writes(1)]] void surf1Dread(T *value, cudaSurfaceObject_t surface, int x);
template <typename T> [[jaminan::writes(1)]] void surf1Dread(T *value, cudaSurfaceObject_t surface, int x, cudaSurfaceBoundaryMode mode);

template <typename T> [[jaminan::pure]] T surf2Dread(cudaSurfaceObject_t surface, int x, int y);
template <typename T> [[jaminan::pure]] T surf2Dread(cudaSurfaceObject_t surface, int x, int y, cudaSurfaceBoundaryMode mode);
template <typename T> [[jaminan::writes(1)]] void surf2Dread(T *value, cudaSurfaceObject_t surface, int x, int y);
template <typename T> [[jaminan::writes(1)]] void surf2Dread(T *value, cudaSurfaceObject_t surface, int x, int y, cudaSurfaceBoundaryMode mode);

template <typename T> [[jaminan::pure]] T surf3Dread(cudaSurfaceObject_t surface, int x, int y, int z);
template <typename T> [[jaminan::pure]] T surf3Dread(cudaSurfaceObject_t surface, int x, int y, int z, cudaSurfaceBoundaryMode mode);
template <typename T> [[jaminan::writes(1)]] void surf3Dread(T *value, cudaSurfaceObject_t surface, int x, int y, int z);
template <typename T> [[jaminan::writes(1)]] void surf3Dread(T *value, cudaSurfaceObject_t surface, int x, int y, int z, cudaSurfaceBoundaryMode mode);

template <typename T> [[jaminan::unmodelled("a write to a surface")]] void surf1Dwrite(T value, cudaSurfaceObject_t surface, int x);
template <typename T> [[jaminan::unmodelled("a write to a surface")]] void surf1Dwrite(T value, cudaSurfaceObject_t surface, int x, cudaSurfaceBoundaryMode mode);

template <typename T> [[jaminan::unmodelled("a write to a surface")]] void surf2Dwrite(T value, cudaSurfaceObject_t surface, int x, int y);
template <typename T> [[jaminan::unmodelled("a write to a surface")]] void surf2Dwrite(T value, cudaSurfaceObject_t surface, int x, int y, cudaSurfaceBoundaryMode mode);

template <typename T> [[jaminan::unmodelled("a write to a surface")]] void surf1DLayeredwrite(T value, cudaSurfaceObject_t surface, int x, int layer);
template <typename T> [[jaminan::unmodelled("a write to a surface")]] void surf1DLayeredwrite(T value, cudaSurfaceObject_t surface, int x, int layer, cudaSurfaceBoundaryMode mode);

template <typename T> [[jaminan::unmodelled("a write to a surface")]] void surf2DLayeredwrite(T value, cudaSurfaceObject_t surface, int x, int y, int layer);
template <typename T> [[jaminan::unmodelled("a write to a surface")]] void surf2DLayeredwrite(T value, cudaSurfaceObject_t surface, int x, int y, int layer, cudaSurfaceBoundaryMode mode);

template <typename T> [[jaminan::unmodelled("a write to a surface")]] void surfCubemapwrite(T value, cudaSurfaceObject_t surface, int x, int y, int face);
template <typename T> [[jaminan::unmodelled("a write to a surface")]] void surfCubemapwrite(T value, cudaSurfaceObject_t surface, int x, int y, int face, cudaSurfaceBoundaryMode mode);

template <typename T> [[jaminan::unmodelled("a write to a surface")]] void surfCubemapLayeredwrite(T value, cudaSurfaceObject_t surface, int x, int y, int face);
template <typename T> [[jaminan::unmodelled("a write to a surface")]] void surfCubemapLayeredwrite(T value, cudaSurfaceObject_t surface, int x, int y, int face, cudaSurfaceBoundaryMode mode);

template <typename T> [[jaminan::unmodelled("a write to a surface")]] void surf3Dwrite(T value, cudaSurfaceObject_t surface, int x, int y, int z);
template <typename T> [[jaminan::unmodelled("a write to a surface")]] void surf3Dwrite(T value, cudaSurfaceObject_t surface, int x, int y, int z, cudaSurfaceBoundaryMode mode);
