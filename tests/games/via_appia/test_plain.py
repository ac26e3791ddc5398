"""VA-Q3 in another way: plain Python and compiled code give the same bytes."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from games.via_appia.digest import digest


@pytest.mark.rule("VA-Q3")
@pytest.mark.parametrize(("players", "seed"), [(2, 3), (4, 4)])
def test_plain_python_and_compiled_code_agree(players, seed):
    decisions = 60
    script = Path(__file__).with_name("digest.py")
    command = [sys.executable, "-W", "error::RuntimeWarning", str(script), str(players), str(seed), str(decisions)]
    plain = subprocess.run(command, env={**os.environ, "NUMBA_DISABLE_JIT": "1"}, capture_output=True, text=True, check=False)
    assert plain.returncode == 0, plain.stderr
    assert plain.stdout.strip() == digest(players, seed, decisions)
