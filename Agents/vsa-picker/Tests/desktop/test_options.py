"""The command line, which needs no desktop: the content of --help is in the manual page, and vice versa."""

import pathlib
import subprocess
import unittest

from desktop import PROJECT, program, settings


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


class OptionTests(unittest.TestCase):
    def test_manual_page(self):
        folder = str(pathlib.Path(program()).parent)
        result = run(str(PROJECT / "scripts/manual-options"), folder, "vsa-picker")
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "", ""))

    def test_without_a_bus(self):
        environment = {"PATH": "/usr/bin:/bin", "HOME": "/nowhere"}
        result = subprocess.run([program()], capture_output=True, text=True, timeout=60, check=False, env=environment)
        self.assertEqual((result.returncode, result.stdout), (1, ""))
        self.assertIn("vsa-picker: the session bus cannot be reached", result.stderr)
        self.assertIn("vsactl run -- COMMAND", result.stderr)

    def test_output_that_cannot_be_written(self):
        for file in (program(), settings()):
            for option in ("--help", "--version"):
                with self.subTest(file=file, option=option), open("/dev/full", "w", encoding="utf-8") as full:
                    result = subprocess.run(
                        [file, option], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60, check=False)
                    self.assertEqual(result.returncode, 1)
                    self.assertIn("cannot write to standard output: No space left on device", result.stderr)

    def test_wrong_options(self):
        for file, arguments, complaint in [
            (program(), ["--idle"], "unknown argument: --idle"),
            (program(), ["--idle-seconds"], "--idle-seconds takes a number from 1 to 86400"),
            (program(), ["--idle-seconds", "0"], "--idle-seconds takes a number from 1 to 86400"),
            (settings(), ["--page", "home"], "--page takes account, apps, developer or testing"),
            (settings(), ["home"], "unknown argument: home"),
        ]:
            with self.subTest(arguments):
                result = run(file, *arguments)
                self.assertEqual((result.returncode, result.stdout), (64, ""))
                self.assertEqual(result.stderr.splitlines()[0], f"{pathlib.Path(file).name}: {complaint}")
