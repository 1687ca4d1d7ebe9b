"""`cardtable doctor`: whether the table is well, one line a check; `--slap`: how sharply it tells two hands apart."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from table.app.checkup import Finding
    from table.app.slapcheck import SlapCheck
    from table.config import Config
    from table.rulings import Fact

ILL, MISUSED = 1, 2


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Registers the command."""
    parser = subparsers.add_parser("doctor", help="look whether camera, mat, buttons and the rest are well")
    parser.add_argument("--config", metavar="FILE", type=Path, help="settings (default: table.toml here or in /etc)")
    parser.add_argument("--lang", choices=("en", "sv"), help="language (default: the table's)")
    parser.add_argument("--slap", action="store_true", help="measure two joined slap inputs of this very table")
    group = parser.add_argument_group("with --slap")
    group.add_argument("--times", metavar="N", type=int, default=20, help="how many presses (default: 20)")
    group.add_argument("--drive", metavar="LAMP", help="the pin of this lamp, joined to both inputs, presses by itself")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Prints the findings. Status 1 if a check fails, 2 if the settings cannot be used."""
    from table.cli.problems import FOR_PEOPLE, problem_text
    from table.cli.run import SETTINGS
    from table.config import default_config, language_of, load_config

    path = chosen.config or next((path for path in SETTINGS if path.exists()), None)
    try:
        config = load_config(path) if path else default_config()
    except FOR_PEOPLE as problem:
        print(f"cardtable doctor: {problem_text(problem, chosen.lang or language_of(path))}", file=sys.stderr)
        return MISUSED
    language = chosen.lang or config.table.language
    if chosen.slap:
        return measure_slaps(config, language, chosen.times, chosen.drive)
    say(language, "settings" if path else "no_settings", path=str(path))
    return look(config, language)


def say(language: str, key: str, **facts: Fact) -> None:
    """Prints one sentence of the doctor's."""
    from table.texts import word

    print(word("doctor", key, language, **facts), flush=True)


def look(config: Config, language: str) -> int:
    """Every check in turn."""
    from table.app.checkup import Checkup, Health

    checkup, failed = Checkup(config), False
    try:
        for finding in checkup.findings():
            print(line(finding, language), flush=True)
            failed |= finding.health is Health.FAILS
    finally:
        checkup.close()
    return ILL if failed else 0


def line(finding: Finding, language: str) -> str:
    """A finding as it is printed: check, how it went, and why."""
    from table.texts import word

    check, health = (word("doctor", key, language) for key in (finding.check, finding.health.value))
    return f"{check:<12} {health:<15} {finding.words(language)}"


def measure_slaps(config: Config, language: str, times: int, drive: str | None) -> int:
    """The measurement on two joined inputs. Status 1 where it says that slaps cannot be trusted."""
    from firmware.pins import PinsMissing, open_pins
    from firmware.wiring import Wiring
    from table.app.slapcheck import SlapCheck
    from table.faults import fault_text

    pair = tuple(name for name in sorted(config.buttons) if name.startswith("slap."))[:2]
    if len(pair) < 2:
        say(language, "slap_one")
        return ILL
    if drive is not None and drive not in config.lamps:
        say(language, "slap_no_lamp", lamp=drive, lamps=", ".join(sorted(config.lamps)))
        return MISUSED
    names = [f"{name} (GPIO {config.buttons[name]})" for name in pair]
    try:
        with open_pins() as pins:
            check = SlapCheck(Wiring(config.buttons, config.lamps), (pair[0], pair[1]), pins, drive=drive)
            try:
                say(language, "slap_driven" if drive else "slap_how", first=names[0], second=names[1], times=str(times))
                return tell(check, times, language)
            finally:
                check.close()
    except PinsMissing as problem:
        print(f"cardtable doctor: {fault_text(str(problem), language)}", file=sys.stderr)
        return ILL


def tell(check: SlapCheck, times: int, language: str) -> int:
    """Each touch as it is felt, then what they say together."""
    from table.app.slapcheck import PATIENCE_S, sum_up
    from table.rulings import Ms

    touches = []
    try:
        for number, touch in enumerate(check.touches(times), 1):
            touches.append(touch)
            if touch.skew_ns is None:
                say(language, "slap_lost", number=str(number), button=touch.felt_by)
            else:
                say(language, "slap_press", number=str(number), skew=Ms(abs(touch.skew_ns) // 1000))
    except KeyboardInterrupt:
        print()
    if not touches:
        say(language, "slap_none", patience=f"{PATIENCE_S:.0f}")
        return ILL
    skews = sum_up(touches, check.panel.clock.within_ns)
    tell_counts(check, skews.presses, skews.lost, language)
    middle, jitter, most = (Ms(abs(ns) // 1000) for ns in (skews.middle_ns, skews.jitter_ns, skews.most_ns))
    say(language, "slap_skew", middle=middle, jitter=jitter, most=most)
    tell_delays(check, language)
    if skews.lost:
        say(language, "slap_distrust")
        return ILL
    say(language, "slap_trust", trust=Ms(-(-skews.trust_ns // 1000)), tie=str(skews.tie_ms))
    return 0


def tell_counts(check: SlapCheck, presses: int, lost: int, language: str) -> None:
    """How clean the contact and the cable are."""
    tallies = [check.panel.tally(name) for name in check.panel.buttons]
    say(
        language,
        "slap_counts",
        presses=presses,
        lost=str(lost),
        bounces=str(sum(tally.bounces for tally in tallies)),
        glitches=str(sum(tally.glitches for tally in tallies)),
        edges=str(check.panel.edges_lost),
    )


def tell_delays(check: SlapCheck, language: str) -> None:
    """How late edges are heard of, and the lamp is lit."""
    from statistics import median

    from table.rulings import Ms

    delays, lamps = check.delays_ns, check.panel.lamp_delays_ns
    if delays and lamps:
        middle, most, lamp, lamp_most = (
            Ms(round(ns) // 1000) for ns in (median(delays), max(delays), median(lamps), max(lamps))
        )
        say(language, "slap_late", middle=middle, most=most, lamp=lamp, lamp_most=lamp_most)
