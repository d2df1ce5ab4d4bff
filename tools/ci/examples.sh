#!/usr/bin/env bash
# The tutorial, word for word in an empty folder; and the whole small projects of examples/, each copied away and installed as a
# stranger would. Run it by `with-registry.sh`, so that what they install is what is built here.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cd "$root"
node tools/docs/src/play-tutorial.ts docs/tutorial.md

for project in payments-worker booking-mirror door-lock; do
  cp -r "examples/$project" "$work/$project"
  (cd "$work/$project" && npm install >/dev/null && node --test --test-reporter=dot)
  echo "examples/$project"
done

# Projects in other languages ask a sandbox that one of them has installed.
sandbox=$work/door-lock/node_modules/.bin/svc-sandbox
in_sandbox() { "$sandbox" exec --clock manual --rate-limit off -- "$@"; }
if command -v pytest >/dev/null; then
  (cd examples/pytest && PYTHONDONTWRITEBYTECODE=1 in_sandbox pytest -q -p no:cacheprovider)
else
  echo 'NOT TRIED: examples/pytest, as there is no pytest here.'
fi
if command -v go >/dev/null; then
  (cd examples/go && in_sandbox go test ./...)
else
  echo 'NOT TRIED: examples/go, as there is no go here.'
fi
