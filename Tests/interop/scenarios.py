"""Scenarios: functions whose names are their titles."""


class Scenarios(dict):
    """Collects the functions that it decorates, and runs those that a command line names."""

    def __call__(self, function):
        self[function.__name__.replace("_", " ")] = function
        return function

    def play(self, arguments, prepare):
        """Runs the named scenarios, or all, each after a preparation; --list prints the names instead."""
        if arguments == ["--list"]:
            print(*self, sep="\n")
            return
        for name in arguments or self:
            prepare()
            self[name]()
            print("ok", name)
