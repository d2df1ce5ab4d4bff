# The head of the scripts in this folder, and what several of them do: `source "$(dirname "$0")/shared.sh"`.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cd "$root"
consumer=$root/tools/ci/consumer
work=$(mktemp -d)

# Ends what was started, and removes what was made.
started=()
server=
clean_up() {
  for process in ${started[@]+"${started[@]}"} $server; do kill "$process" 2>/dev/null || true; done
  rm -rf "$work"
}
trap clean_up EXIT

# Nothing of the surroundings may help: no settings of ours.
unset "${!SVC_@}" NODE_OPTIONS
# A proxy leads to what is elsewhere.
export no_proxy="127.0.0.1,localhost${no_proxy:+,$no_proxy}"
export npm_config_audit=false npm_config_fund=false npm_config_loglevel=error npm_config_update_notifier=false
# The version of Node that npm scripts have.
system_path=$PATH
pinned=$(npx node -p process.execPath)
PATH=$(dirname "$pinned"):$PATH

# Waits for the first line that $server prints into a file: as long as a slow machine takes, but not for one that has ended.
wait_for_line() {
  for _ in $(seq 1 1200); do
    if [ -s "$1" ]; then return; fi
    kill -0 "$server" 2>/dev/null || break
    sleep 0.1
  done
  [ -s "$1" ] || { echo "$1 stayed empty"; return 1; }
}

# A clone with the dependencies of here, as a machine has it that works on it.
clone_installed() {
  local modules
  git clone --quiet "$root" "$1"
  for modules in node_modules {packages,apps,tools}/*/node_modules; do
    # What has a lockfile of its own is installed apart, perhaps just now.
    case $modules in */*) if [ -f "${modules%/*}/package-lock.json" ]; then continue; fi ;; esac
    if [ ! -d "$modules" ]; then continue; fi
    # Another file system takes no links, and has the folders by then: a copy beside them would be one folder too deep.
    cp -al "$modules" "$1/$modules" 2>/dev/null || { rm -rf "${1:?}/$modules" && cp -a "$modules" "$1/$modules"; }
  done
}

# Tarballs of the packages that are built here, of all of them or of those whose folders are named.
pack_built() { node tools/pack/src/main.ts "$work/tarballs" "$@" >/dev/null; }

# A registry on this machine, which npm talks to from then on: our packages are those that are published to it, all others
# come from the registry that npm was set to.
start_registry() {
  local uplink port pid
  command -v curl >/dev/null || { echo 'This needs curl, which is not on this machine.'; exit 1; }
  [ -d "$root/tools/rehearsal/node_modules" ] || npm ci --prefix "$root/tools/rehearsal" >/dev/null
  uplink=$(npm config get registry)
  sed "s#UPLINK#${uplink%/}/#" "$root/tools/rehearsal/verdaccio.yaml" >"$work/verdaccio.yaml"
  port=$(node -e "const s=require('net').createServer().listen(0,'127.0.0.1',()=>{console.log(s.address().port);s.close()})")
  node "$root/tools/rehearsal/node_modules/.bin/verdaccio" --config "$work/verdaccio.yaml" --listen "127.0.0.1:$port" >"$work/verdaccio.log" 2>&1 &
  pid=$!
  started+=("$pid")
  registry=http://127.0.0.1:$port/
  for _ in $(seq 1 1200); do
    if curl -sf "$registry-/ping" >/dev/null || ! kill -0 "$pid" 2>/dev/null; then break; fi
    sleep 0.1
  done
  curl -sf "$registry-/ping" >/dev/null || { cat "$work/verdaccio.log"; exit 1; }
  printf 'registry=%s\n//127.0.0.1:%s/:_authToken=anybody\n' "$registry" "$port" >"$work/npmrc"
  export npm_config_userconfig=$work/npmrc
}

# Puts every package that is built in a folder onto that registry, but for the versions that it has.
publish_built() {
  local tarball name
  rm -rf "$work/tarballs"
  (cd "$1" && node tools/pack/src/main.ts "$work/tarballs" >/dev/null)
  for tarball in "$work"/tarballs/*.tgz; do
    name=$(tar -xzOf "$tarball" package/package.json | node -p "const p=JSON.parse(require('fs').readFileSync(0));p.name+'@'+p.version")
    # As `npm view`, which takes a second to start.
    if ! curl -sf "$registry${name%@*}/${name##*@}" >/dev/null; then npm publish "$tarball" >/dev/null; fi
  done
}

# Installs packages of Debian where that can be done. A mirror that does not answer holds nobody up: what is not there is named by
# whoever needs it.
install_debian() {
  if [ "$#" -eq 0 ] || [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then return 0; fi
  within() { DEBIAN_FRONTEND=noninteractive timeout --kill-after=10 120 "$@" </dev/null >>"$work/apt.txt" 2>&1; }
  within apt-get update -qq && within apt-get install -y -qq --no-install-recommends "$@" || {
    echo "NOT INSTALLED, by a mirror that has two minutes for each step: $*."
    tail -n 3 "$work/apt.txt"
  }
}
