// expect: drf
//--blockDim=64 --gridDim=1

template <int WIDTH>
struct Tile {
    int cells[WIDTH + 2];

    template <bool CHECKED>
    struct Reader {
        int at;
        __device__ void start(int i) { at = i; }
        __device__ int next(int limit) {
            if (CHECKED && at >= limit) at = 0;
            return at++;
        }
    };
    struct Step {
        __device__ void operator()(int before, int &cell, int after) const { cell += before + after; }
    };

    template <bool CHECKED>
    __device__ void load(Reader<CHECKED> &reader, const int *in, int n) {
        cells[threadIdx.x] = in[reader.next(n)];
    }
    template <typename F>
    __device__ void each(const F &f) {
        f(0, cells[threadIdx.x], 1);
    }
    template <bool CHECKED>
    __device__ void run(const int *in, int *out, int n) {
        Reader<CHECKED> reader;
        reader.start(threadIdx.x);
        load(reader, in, n);
        each(Step());
        __syncthreads();
        out[threadIdx.x] = cells[threadIdx.x + 1];
    }
};

__global__ void sums(const int *in, int *out, int n) {
    __shared__ Tile<64> tile;
    if (n == 64) {
        tile.run<true>(in, out, n);
    } else {
        tile.template run<false>(in, out, n);
    }
}
