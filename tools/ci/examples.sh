#!/usr/bin/env bash
# The tutorial, word for word in an empty folder; the blocks of all other pages; and the whole small projects of examples/, each
# copied away and installed as a stranger would. Run it by `with-registry.sh`, so that what they install is what is built here.
source "$(dirname "$0")/shared.sh"

node tools/docs/src/play-tutorial.ts docs/tutorial.md

# The blocks of all other pages.
mkdir "$work/house"
echo '{"private":true}' >"$work/house/package.json"
npm install --prefix "$work/house" @svc/{sandbox,client,conformance,control,models,signing,testing} \
  @opentelemetry/{api,sdk-trace-base} >/dev/null
node tools/docs/src/play-blocks.ts "$work/house"

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
