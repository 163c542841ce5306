// What is called without `cuda::`, since its argument is of that namespace. [C++17, 6.4.2]
template <typename BARRIER> void init(BARRIER *barrier, ptrdiff_t expected) { barrier->_init(expected); }
