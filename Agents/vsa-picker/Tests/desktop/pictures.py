"""Takes the pictures of the documentation: each scene on a separate desktop.

usage: pictures.py FOLDER [NAME...]    names such as picker-list and settings-account (all)
"""

import pathlib
import subprocess
import sys

import picker_scenes
import settings_scenes
from desktop import Desktop

PROGRAMS = {"picker": picker_scenes, "settings": settings_scenes}
ALL = [f"{program}-{name}" for program, scenes in PROGRAMS.items() for name in scenes.SCENES]


def take(name, file):
    """One picture; must run in a separate process."""
    program, _, scene = name.partition("-")
    scenes = PROGRAMS[program]
    options = scenes.SCENES[scene][1]
    with Desktop(**options) as desktop:
        from double import settle

        # The pointer is not over anything.
        width, height = options.get("size", "1280x1000").split("x")
        subprocess.run(["xdotool", "mousemove", str(int(width) - 1), str(int(height) - 1)], check=True)
        with scenes.shown(scene, desktop):
            # The window has its size, and the caret no longer blinks, after a moment.
            settle(1)
            whole = str(pathlib.Path(file).with_suffix(".whole.png"))
            subprocess.run(["import", "-window", "root", whole], check=True)
    border = ["-trim", "+repage", "-bordercolor", "#808080", "-border", "1"]
    subprocess.run(["convert", whole, *border, "-dither", "None", "-colors", "96", file], check=True)
    pathlib.Path(whole).unlink()
    subprocess.run(["optipng", "-quiet", "-o4", "-strip", "all", file], check=True)


def main():
    folder, *names = sys.argv[1:]
    if folder == "--take":
        take(*names)
        return
    folder = pathlib.Path(folder).absolute()
    folder.mkdir(parents=True, exist_ok=True)
    for name in names or ALL:
        file = folder / f"{name}.png"
        subprocess.run([sys.executable, __file__, "--take", name, str(file)], check=True)
        print(f"{file}: {file.stat().st_size // 1000} kB")


main()
