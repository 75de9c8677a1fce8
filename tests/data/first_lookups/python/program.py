"""Several threads import the module at a time, and look up at once."""

import threading

found = []


def look_up() -> None:
    from attacks import queen_attacks

    found.append(queen_attacks(0, 0))


threads = [threading.Thread(target=look_up) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print("right" if found == [0x81412111090503FE] * 4 else "wrong")  # noqa: T201
