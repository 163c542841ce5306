// expect: racy

// A template that is passed over takes a class by reference: it declares no other one of that name.
template <typename T>
struct Option {
    T step;
};

template <typename T>
class Engine {
public:
    void operator()(Option<T> &option);
};

template <typename T>
__global__ void k(T *a, const Option<T> *const option) {
    a[threadIdx.x / 2] = option->step;
}

template <typename T>
void Engine<T>::operator()(Option<T> &option) {}

void run(int *a, Option<int> *p) { k<int><<<1, 64>>>(a, p); }
