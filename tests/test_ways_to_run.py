"""Law 1: compiled, plain Python and CUDA give the same bytes."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import triumvir
from digest import digests


def run_elsewhere(device: str, name: str, **environment: str) -> dict[str, str]:
    command = [sys.executable, "-W", "error::RuntimeWarning", str(Path(__file__).with_name("digest.py")), device, name]
    result = subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    found: dict[str, str] = json.loads(result.stdout)
    return found


@pytest.mark.parametrize("name", triumvir.games())
def test_law_1_plain_python_gives_the_same_bytes(name):
    assert run_elsewhere("cpu", name, NUMBA_DISABLE_JIT="1") == digests("cpu", name)


@pytest.mark.parametrize("name", triumvir.games())
def test_law_1_the_cuda_kernels_give_the_same_bytes_in_the_simulator(name):
    there, here = run_elsewhere("cuda", name, NUMBA_DISABLE_JIT="1", NUMBA_ENABLE_CUDASIM="1"), digests("cpu", name)
    assert there
    assert there == {what: here[what] for what in there}


def test_without_a_gpu_cuda_is_refused_in_one_sentence():
    cuda = pytest.importorskip("numba.cuda")
    if cuda.is_available():
        pytest.skip("there is a GPU here")
    with pytest.raises(triumvir.BadRequest, match="no GPU"):
        digests("cuda", "porta_nigra")
