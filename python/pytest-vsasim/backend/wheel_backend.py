"""Builds the wheel of this package with only Python (PEP 517, PEP 660): it installs from a checkout without a network.

With the setting ``programs=FOLDER`` the wheel contains the simulator's programs from that folder, and is for this platform.
"""

from __future__ import annotations

import base64
import hashlib
import os
import sysconfig
import tarfile
import tomllib
import zipfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
Contents = dict[str, bytes]


def get_requires_for_build_wheel(config_settings: Any = None) -> list[str]:
    return []


get_requires_for_build_editable = get_requires_for_build_sdist = get_requires_for_build_wheel


def build_wheel(wheel_directory: str, config_settings: Any = None, metadata_directory: str | None = None) -> str:
    source = ROOT / "src"
    files = [path for path in sorted(source.rglob("*")) if path.is_file() and "__pycache__" not in path.parts]
    contents = {path.relative_to(source).as_posix(): path.read_bytes() for path in files}
    programs = (config_settings or {}).get("programs")
    if not programs:
        return write_wheel(wheel_directory, contents)
    if not os.access(Path(programs) / "vsactl", os.X_OK):
        raise ValueError(f"programs: {programs} has no program vsactl")
    carried = {f"pytest_vsasim/programs/{path.name}": path.read_bytes() for path in sorted(Path(programs).iterdir())}
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    return write_wheel(wheel_directory, contents | carried, platform)


def build_editable(wheel_directory: str, config_settings: Any = None, metadata_directory: str | None = None) -> str:
    return write_wheel(wheel_directory, {"pytest_vsasim.pth": f"{ROOT / 'src'}\n".encode()})


def build_sdist(sdist_directory: str, config_settings: Any = None) -> str:
    project = read_project()
    stem = f"pytest_vsasim-{project['version']}"
    with tarfile.open(Path(sdist_directory) / f"{stem}.tar.gz", "w:gz") as archive:
        for name in ("pyproject.toml", "README.md", "backend", "src"):
            archive.add(ROOT / name, f"{stem}/{name}", filter=lambda info: None if "__pycache__" in info.name else info)
    return f"{stem}.tar.gz"


def read_project() -> dict[str, Any]:
    project: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return project


def write_wheel(folder: str, contents: Contents, platform: str = "any") -> str:
    project = read_project()
    stem = f"pytest_vsasim-{project['version']}"
    metadata = [
        "Metadata-Version: 2.1",
        f"Name: {project['name']}",
        f"Version: {project['version']}",
        f"Summary: {project['description']}",
        f"Requires-Python: {project['requires-python']}",
        *(f"Requires-Dist: {name}" for name in project["dependencies"]),
        *(f"Classifier: {name}" for name in project["classifiers"]),
        "Description-Content-Type: text/markdown",
        "",
        (ROOT / project["readme"]).read_text(encoding="utf-8"),
    ]
    points = project["entry-points"]["pytest11"]
    entry_points = "[pytest11]\n" + "".join(f"{name} = {module}\n" for name, module in points.items())
    information = f"{stem}.dist-info"
    contents = contents | {
        f"{information}/METADATA": "\n".join(metadata).encode(),
        f"{information}/WHEEL": (
            f"Wheel-Version: 1.0\nGenerator: wheel_backend\nRoot-Is-Purelib: {str(platform == 'any').lower()}\n"
            f"Tag: py3-none-{platform}\n"
        ).encode(),
        f"{information}/entry_points.txt": entry_points.encode(),
    }
    record = "".join(f"{name},sha256={digest(data)},{len(data)}\n" for name, data in contents.items())
    contents[f"{information}/RECORD"] = f"{record}{information}/RECORD,,\n".encode()
    name = f"{stem}-py3-none-{platform}.whl"
    with zipfile.ZipFile(Path(folder) / name, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in contents.items():
            # The same sources produce the same wheel.
            information_of_file = zipfile.ZipInfo(path, (2026, 1, 1, 0, 0, 0))
            # The programs are executable, and pip preserves that.
            information_of_file.external_attr = (0o100755 if data.startswith(b"\x7fELF") else 0o100644) << 16
            information_of_file.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(information_of_file, data)
    return name


def digest(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
