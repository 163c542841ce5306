// expect: unsupported

// What is called for nothing has an effect.
#include <missing_lock.h>

__global__ void k(int *a, Lock lock) {
    lock.lock();
    a[0] = a[0] + 1;
    lock.unlock();
}
