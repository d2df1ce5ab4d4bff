#!/usr/bin/env bash
# Sizes before and after: of a base (`sizes.sh origin/main`), built in a clone beside this one, and of what is built here.
# Needs `npm run build` before.
source "$(dirname "$0")/shared.sh"
base=${1:-origin/main}
export NX_DAEMON=false
git clone --quiet --shared . "$work/before"
git -C "$work/before" checkout --quiet "$(git merge-base "$base" HEAD)"
(cd "$work/before" && npm ci && npm run build) >"$work/build.log" 2>&1 || { cat "$work/build.log"; exit 1; }
# One ruler for both.
node tools/pack/src/budgets.ts --root "$work/before" --json >"$work/before.json"
node tools/pack/src/budgets.ts --before "$work/before.json"
