#!/usr/bin/env bash
# Builds the book with the playground, checks its links, and opens it in a browser. Says `skipped: …` where what that needs
# is not there.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

(cd book && cargo fmt --check)
if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
    echo "skipped: the book (node, npm)"
    exit 0
fi
status=0
book/build.sh || status=$?
case $status in
    0) ;;
    3) exit 0 ;;
    *) exit "$status" ;;
esac
if [ -x "${CHROMIUM:-/usr/bin/chromium}" ]; then
    node playground/page/test/book.mjs
else
    echo "skipped: the book in a browser (chromium)"
fi
