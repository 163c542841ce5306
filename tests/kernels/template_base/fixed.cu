// expect: drf
//--blockDim=64 --gridDim=1

struct Edges {
    __device__ static void turn(int &i, const int &size) {
        if (i >= size) i = 2 * size - 2 - i;
    }
};

template <typename T, bool CHECKED>
struct Column : protected Edges {
    int end;
    int stride;
    __device__ int place(int width, int x) {
        end = CHECKED ? width : 0;
        stride = width;
        turn(x, width);
        return x;
    }
};

template <typename T, bool CHECKED>
class Writer : Column<T, CHECKED> {
    int next;

public:
    __device__ void start(int width, int x) {
        this->turn(x, width);
        next = this->place(width, x);
        this->end = 64;
    }
    __device__ void write(T *out, const T &value) {
        if (!CHECKED || next != this->end) {
            out[next] = value;
            next += this->stride;
        }
    }
};

__global__ void fill(int *out) {
    Writer<int, true> writer;
    writer.start(64, threadIdx.x);
    writer.write(out, 1);
    writer.write(out, 2);
}
