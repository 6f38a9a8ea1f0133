"""The tests of the plugin run pytest on test files of their own."""

pytest_plugins = ["pytester"]
