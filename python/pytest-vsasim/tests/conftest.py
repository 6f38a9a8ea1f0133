"""The tests of the plugin run pytest on their own test files."""

pytest_plugins = ["pytester"]
