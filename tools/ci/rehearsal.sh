#!/usr/bin/env bash
# Plays releases against a registry on this machine: version, publish, install alone, run. First everything that pends, then a
# patch of signing, a minor of models, and a major of client, with the commands of a real release; provenance alone needs the
# real registry. What is bumped must be exactly what has to be.
source "$(dirname "$0")/shared.sh"
export CI=true NX_DAEMON=false
export GIT_AUTHOR_NAME=rehearsal GIT_AUTHOR_EMAIL=rehearsal@example.com GIT_COMMITTER_NAME=rehearsal GIT_COMMITTER_EMAIL=rehearsal@example.com
# Who signs commits and tags is not asked for a passphrase.
export GIT_CONFIG_COUNT=2 GIT_CONFIG_KEY_0=commit.gpgsign GIT_CONFIG_VALUE_0=false GIT_CONFIG_KEY_1=tag.gpgsign GIT_CONFIG_VALUE_1=false

# 1. The registry.
start_registry

# 2. A clone, as a machine has it that releases.
clone_installed "$work/svc"
cd "$work/svc"

version_of() { node -p "require('$work/svc/$1/package.json').version"; }
versions() { node -e 'for (const folder of process.argv.slice(1)) { const { name, version } = require(`./${folder}/package.json`); console.log(`${name}@${version}`) }' packages/* apps/sandbox | sort; }

# 3. A clone whose build fails publishes nothing: there is no package without its code.
mv packages/signing/tsup.config.ts "$work/tsup.signing"
if (cd packages/signing && npm publish >"$work/unbuilt.log" 2>&1); then echo 'signing was published without a build'; exit 1; fi
[ -z "$(npm view @svc/signing version 2>/dev/null || true)" ] || { echo 'signing is on the registry, without a build'; exit 1; }
mv "$work/tsup.signing" packages/signing/tsup.config.ts
[ -z "$(git status --porcelain)" ] || { echo 'a pack that failed left changes:'; git status --short; exit 1; }
echo 'a clone that cannot be built publishes nothing'

# Versions what the changesets ask for, publishes it with a command, and prints the packages whose version is another one.
release() {
  versions >"$work/before"
  npm run -s version-packages >"$work/release.log" 2>&1 || { cat "$work/release.log" >&2; return 1; }
  git add -A && git commit --quiet --no-verify -m 'release'
  versions >"$work/after"
  NPM_CONFIG_PROVENANCE=false "$@" >"$work/release.log" 2>&1 || { cat "$work/release.log" >&2; return 1; }
  [ -z "$(git status --porcelain)" ] || { echo 'a release left changes:' >&2; git status --short >&2; return 1; }
  local name
  while read -r name; do
    # As `npm view`, which takes a second to start.
    curl -sf "$registry${name%@*}/${name##*@}" >/dev/null || { echo "$name is not on the registry" >&2; return 1; }
  done <"$work/after"
  comm -13 "$work/before" "$work/after" | sed 's/@[0-9.]*$//' | tr '\n' ' ' | sed 's/ $//'
}
# What `npm run release` does after its build: each package that is packed is built by its prepack.
publish_changed() { npx changeset pack --out-dir .release && npx changeset publish --from-pack-dir .release; }
announce() {
  printf -- "---\n'%s': %s\n---\n\n%s\n" "$1" "$2" "$3" >.changeset/rehearsal.md
  git add -A && git commit --quiet --no-verify -m 'a change'
}
expect() { [ "$2" = "$3" ] || { echo "$1: expected \"$3\", and it was \"$2\""; exit 1; }; }

# 4. The first release: everything that pends.
first=$(release npm run release)
[ -n "$first" ]
while read -r name; do git rev-parse --quiet --verify "refs/tags/$name" >/dev/null || { echo "$name has no tag"; exit 1; }; done <"$work/after"
[ -z "$(ls .changeset/*.md 2>/dev/null)" ]
for folder in packages/* apps/sandbox; do
  if [ -f "$folder/CHANGELOG.md" ]; then grep -q "^## $(version_of "$folder")" "$folder/CHANGELOG.md"; fi
done
echo "first release: $first"

# 5. Alone, in an empty folder, from the registry.
alone() {
  rm -rf "$work/alone" && mkdir "$work/alone" && cd "$work/alone"
  echo '{"private":true,"type":"module"}' >package.json
  npm install "$1" >/dev/null
  node --input-type=module --eval "$2"
  cd "$work/svc"
}
alone @svc/signing "import { sign, verify } from '@svc/signing'; if (!verify('a', sign('a', 's'), 's')) process.exit(1)"
alone @svc/models "import { parseEvent, openapi } from '@svc/models'; import { addAmounts } from '@svc/models/money'; if (addAmounts('1', '2') !== '3.0000' || !openapi().paths) process.exit(1)"
alone @svc/client "import { SvcClient } from '@svc/client'; await new SvcClient({ baseUrl: 'https://a.test', apiKey: 'k' }).close()"
alone @svc/testing "import { makeBooking } from '@svc/testing'; if (!makeBooking().id) process.exit(1)"
echo 'each package works alone'

# A user of the sandbox, who will update later.
mkdir "$work/user" && cd "$work/user"
echo '{"private":true,"type":"module"}' >package.json
npm install @svc/sandbox @svc/client >/dev/null
npx @svc/sandbox --version >/dev/null
cd "$work/svc"

# 6. A patch of signing: nothing else is bumped, and users have it after an update.
announce @svc/signing patch 'A fix.'
expect 'a patch of signing bumps' "$(release publish_changed)" '@svc/signing'
(cd "$work/user" && npm update >/dev/null && expect 'the user has' "$(node -p "require('@svc/signing/package.json').version")" "$(version_of packages/signing)")
echo 'a patch of signing reaches the users of the sandbox, and bumps nothing else'

# 7. A minor of models: those that depend on it take it in.
announce @svc/models minor 'A new field.'
expect 'a minor of models bumps' "$(release publish_built .)" '@svc/client @svc/conformance @svc/control @svc/models @svc/sandbox @svc/testing'
(cd "$work/user" && npm update >/dev/null && expect 'copies of models' "$(find . -path '*@svc/models/package.json' -not -path '*/dist/*' | wc -l | tr -d ' ')" 1)
echo 'a minor of models bumps what depends on it, and a user has one copy'

# 8. A major of client: nobody depends on it.
announce @svc/client major 'Another interface.'
expect 'a major of client bumps' "$(release publish_changed)" '@svc/client'
expect 'the client is' "$(version_of packages/client)" '1.0.0'
echo 'a major of client bumps nothing else'
