// expect: drf

#include "launches_twice_drf.cu"

int main() {
    run();
}
