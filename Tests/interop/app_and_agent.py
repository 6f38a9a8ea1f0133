"""An app, an agent and a user in Python, with the real vsad on a private bus.

usage: app_and_agent.py VSAD [SCENARIO…], by default all of them; --list VSAD prints their names. Every scenario has its own bus
and state folder. Exit code 1 if one of them fails.
"""

import sys
import traceback

import asking
import reading
from private_session import Session

SCENARIOS = {**reading.scenario, **asking.scenario}


def play(name, vsad):
    with Session([vsad]) as session:
        session.start()
        try:
            SCENARIOS[name](session)
            if not session.daemons[-1].is_alive():
                raise AssertionError(session.daemons[-1].ending())
        except BaseException:
            print(f"the daemon's own words:\n{session.daemons[-1].said()}")
            raise


def main(arguments):
    if arguments[:1] == ["--list"]:
        print("\n".join(SCENARIOS))
        return 0
    vsad, *names = arguments
    failed = 0
    for name in names or SCENARIOS:
        try:
            play(name, vsad)
            print(f"ok      {name}")
        except Exception:
            failed += 1
            print(f"FAILED  {name}\n{traceback.format_exc()}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
