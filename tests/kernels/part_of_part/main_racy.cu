// expect: racy

#include "launches_racy.cu"

int main() {
    run();
}
