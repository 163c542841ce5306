#!/usr/bin/env bash
# Tests the playground: its crate, its answers and exercises, and the page in a browser. Says `skipped: …` where what that
# needs is not there.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

cargo fmt --check
(cd bindgen && cargo fmt --check)
if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
    echo "skipped: the playground (node, npm)"
    exit 0
fi
status=0
./build.sh || status=$?
case $status in
    0) ;;
    3) exit 0 ;;
    *) exit "$status" ;;
esac
node page/test/rules.mjs
if [ -x "${CHROMIUM:-/usr/bin/chromium}" ]; then
    node page/test/browser.mjs
else
    echo "skipped: the playground in a browser (chromium)"
fi
