"""The page in a real browser. Skipped where no Chromium is installed."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from time import monotonic

import pytest
from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait

from tests.web.scripted import (
    A_GAME,
    ASKED,
    LISA_WAS_FIRST,
    House,
    ScriptedDesk,
    foul,
    hand,
    same,
    seat,
    stress,
    tap,
)
from web.desk import SlapPanel
from web.stream import Pace

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
DRIVER = shutil.which("chromedriver")
FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--window-size=1280,940",
)
TABS = 8

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None or DRIVER is None, reason="no Chromium with its driver is installed"),
]


class Screen:
    """A tablet with the table's page open."""

    def __init__(self, browser: webdriver.Chrome, house: House) -> None:
        self.browser = browser
        self.house = house

    def open(self, language: str = "en") -> None:
        self.browser.get(f"{self.house.address}/?language={language}")

    def find(self, css: str) -> WebElement:
        return self.browser.find_element(By.CSS_SELECTOR, css)

    def text(self, css: str) -> str:
        return self.find(css).text

    @property
    def contact(self) -> str | None:
        return self.find("body").get_attribute("data-contact")

    def waits(self, holds: Callable[[], object], within_s: float = 30.0) -> float:
        """Waits until *holds*; the seconds after which it did not yet.

        Not those after which it did: on a busy machine the look itself takes long.
        """
        began = monotonic()
        looks = [began]

        def look(_: webdriver.Chrome) -> bool:
            looks.append(monotonic())
            return bool(holds())

        WebDriverWait(self.browser, within_s, poll_frequency=0.05).until(look)
        return looks[-2] - began

    def touch(self, css: str) -> None:
        self.waits(lambda: self.find(css).is_displayed())
        self.find(css).click()


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[webdriver.Chrome]:
    options = webdriver.ChromeOptions()
    options.binary_location = str(CHROMIUM)
    for flag in (*FLAGS, f"--user-data-dir={tmp_path_factory.mktemp('profile')}"):
        options.add_argument(flag)
    opened = webdriver.Chrome(options=options, service=Service(str(DRIVER)))
    yield opened
    opened.quit()


@pytest.fixture
def screen(browser: webdriver.Chrome, house: House) -> Iterator[Screen]:
    yield Screen(browser, house)
    first, *others = browser.window_handles
    for other in others:
        browser.switch_to.window(other)
        browser.close()
    browser.switch_to.window(first)
    browser.get("about:blank")


@pytest.mark.usefixtures("ruled")
def test_a_tap_reaches_the_table_and_its_ruling_arrives_on_the_page(screen: Screen, desk: ScriptedDesk) -> None:
    screen.house.open()
    screen.open("sv")
    screen.waits(lambda: screen.text("#status") == "Bo är i tur")
    screen.touch('#actions [data-line="Bo: draw 1"]')
    screen.waits(lambda: "Bo lade ett kort som inte passar." in screen.text(".ruling.newest.foul"))
    assert desk.told == [("Bo: draw 1", "sv")]
    assert "Fel" in screen.text(".ruling.newest .head")
    screen.touch(".ruling.newest .small")
    screen.waits(lambda: screen.text("#sheet-title") == "V3.2 · Kortet passar inte")
    screen.browser.get(f"{screen.house.address}/clause/V3.2")
    assert screen.text("h1") == "Kortet passar inte"


def test_a_card_is_chosen_for_a_question_and_a_misread_corrected(screen: Screen, desk: ScriptedDesk) -> None:
    desk.show(replace(A_GAME, questions=(ASKED,)))
    screen.house.open()
    screen.open()
    screen.touch(".question .tap.main")
    screen.touch('[data-card="10S"]')
    screen.touch(".picker-foot .tap")
    screen.waits(lambda: not screen.find("#sheet").is_displayed())
    # A touch of a new button so soon after the last touch would be taken for its other half.
    soon = screen.browser.execute_script("return performance.now()") + 600
    screen.waits(lambda: screen.browser.execute_script("return performance.now()") > soon)
    screen.touch("#correct")
    screen.touch(".tap-list .tap:last-child")
    screen.touch('[data-card="QD"]')
    screen.waits(lambda: screen.text(".picker-foot .tap") == "It is the queen of diamonds")
    screen.touch(".picker-foot .tap")
    screen.waits(lambda: not screen.find("#sheet").is_displayed())
    assert [line for line, _ in desk.told] == ["Bo: play 10S", "table: correct 14 7H QD"]


@pytest.mark.parametrize(("language", "letters"), [("sv", ["Kn", "D", "K", "E"]), ("en", ["J", "Q", "K", "A"])])
def test_ranks_are_shown_as_they_are_printed_on_the_readers_cards_and_told_as_the_notation_has_them(
    screen: Screen, desk: ScriptedDesk, language: str, letters: list[str]
) -> None:
    form = "Bo: asks {rank} of Cia gets 1"
    asks = replace(tap(form, "Asks Cia", "Frågar Cia", weight="main"), ranks=("10", "J", "Q", "K", "A"))
    bo = replace(seat("Bo", in_turn=True, taps=(asks,)), row=(("JC",), ("QH",), ("KS",), ("AD",)))
    desk.show(replace(A_GAME, top="AS", seats=(bo, seat("Cia")), questions=(ASKED,)))
    screen.house.open()
    screen.open(language)
    screen.waits(lambda: screen.find(".question").is_displayed())
    in_row = [card.text for card in screen.browser.find_elements(By.CSS_SELECTOR, ".small-card")]
    screen.touch(f'#actions [data-line="{form}"]')
    to_choose = [choice.text for choice in screen.browser.find_elements(By.CSS_SELECTOR, ".choose .tap")]
    screen.touch("#sheet-close")
    screen.touch(".question .tap.main")
    in_picker = [screen.text(f'[data-card="{rank}H"]') for rank in "JQKA"]
    assert (in_row, to_choose, in_picker) == (letters, ["10", *letters], letters)
    screen.touch('[data-card="JH"]')
    screen.touch(".picker-foot .tap")
    screen.waits(lambda: desk.told == [("Bo: play JH", language)])


def test_what_is_still_to_be_chosen_for_a_touch_is_asked_for(screen: Screen, desk: ScriptedDesk) -> None:
    form = "Bo: asks {rank} of Cia gets {count}"
    asks = replace(tap(form, "Asks Cia", "Frågar Cia", weight="main"), ranks=("Q", "K"), counts=(0, 1, 2))
    desk.show(replace(A_GAME, seats=(seat("Bo", in_turn=True, taps=(asks,)), seat("Cia"))))
    screen.house.open()
    screen.open()
    screen.touch(f'#actions [data-line="{form}"]')
    screen.touch('.choose [data-value="K"]')
    assert not screen.find("#sheet .tap.main").is_enabled()
    screen.touch('.choose [data-value="2"]')
    screen.touch("#sheet .tap.main")
    screen.waits(lambda: not screen.find("#sheet").is_displayed())
    assert desk.told == [("Bo: asks K of Cia gets 2", "en")]


def test_a_trick_and_everybodys_piles_lie_in_the_middle(screen: Screen, desk: ScriptedDesk) -> None:
    desk.show(replace(A_GAME, top="9S", trick=("9H", "9S")))
    screen.house.open()
    screen.open()
    screen.waits(lambda: len(screen.browser.find_elements(By.CSS_SELECTOR, "#top .card")) == 2)
    bo = replace(seat("Bo"), pile="KS", row=(("2H", "2D"), (), ("JC",)))
    desk.show(replace(A_GAME, top=None, seats=(bo, replace(seat("Cia"), pile="5H")), slaps=(LISA_WAS_FIRST,)))
    screen.waits(lambda: len(screen.browser.find_elements(By.CSS_SELECTOR, "#top .pile .card")) == 2)
    names = [card.get_attribute("aria-label") for card in screen.browser.find_elements(By.CSS_SELECTOR, ".small-card")]
    assert names == ["2 of hearts", "2 of diamonds", "jack of clubs"]
    assert screen.text("#stress h2") == "Lisa was first"


def stressed(desk: ScriptedDesk, *slaps: SlapPanel) -> None:
    desk.show(replace(A_GAME, game="Stress", top=None, suit=None, slaps=slaps))


def test_the_story_of_a_stress_is_told_large_and_those_before_it_in_a_line(screen: Screen, desk: ScriptedDesk) -> None:
    tie = stress(31, "Equally fast", "Lika snabba", hand("Bo", 301, "tie"), hand("Lisa", 302, "tie"), verdict="tie")
    stressed(desk, tie, LISA_WAS_FIRST)
    screen.house.open()
    screen.open("sv")
    screen.waits(lambda: screen.text("#stress-now h2") == "Lika snabba")
    assert screen.text("#stress-now .margin") == "18,7 ms\n± 0,2 ms"
    assert screen.text("#stress-now .hand:first-child").split("\n") == ["Bo", "301 ms", "± 17 ms"]
    large = screen.find("#stress-now .margin b").value_of_css_property("font-size")
    assert float(large.removesuffix("px")) >= 56, "some 9 mm on a tablet of ten inches: to be read two metres away"
    screen.touch("#stress-before .earlier")
    screen.waits(lambda: screen.text("#sheet h2") == "Senaste stressen")
    assert screen.text("#sheet .story h2") == "Lisa var först"


def test_a_stress_that_waits_makes_room_for_its_verdict(screen: Screen, desk: ScriptedDesk) -> None:
    waiting = stress(17, "Waiting for the camera", "Väntar på kameran", verdict="open")
    stressed(desk, waiting)
    screen.house.open()
    screen.open()
    screen.waits(lambda: screen.text("#stress-now h2") == "Waiting for the camera")
    assert screen.find("#stress-now .story").get_attribute("data-verdict") == "open"
    stressed(desk, LISA_WAS_FIRST)
    screen.waits(lambda: screen.text("#stress-now h2") == "Lisa was first")
    assert screen.browser.find_elements(By.CSS_SELECTOR, "#stress-before li") == []


def test_the_last_seconds_play_slowly_and_stop_where_a_finger_wants(screen: Screen, desk: ScriptedDesk) -> None:
    stressed(desk, LISA_WAS_FIRST)
    screen.house.open()
    screen.open()
    screen.touch("#stress-now .again")
    screen.waits(lambda: screen.find("#sheet canvas").get_attribute("data-frame") == "0")
    screen.waits(lambda: screen.find("#sheet canvas").get_attribute("data-frame") == "1")
    screen.touch(".play")
    assert screen.text(".play") == "Play"
    screen.touch(".mark-at.slap")
    screen.waits(lambda: screen.find("#sheet canvas").get_attribute("data-frame") == "2")
    assert screen.text(".clock") == "+0.40 s"
    passed = screen.browser.find_elements(By.CSS_SELECTOR, ".mark-at[data-passed]")
    assert [mark.text for mark in passed] == ["The pair lies open", "Lisa 396 ms"]
    scrub = screen.find(".scrub")
    scrub.send_keys(Keys.END)
    screen.waits(lambda: screen.find("#sheet canvas").get_attribute("data-frame") == "3")
    assert screen.text(".play") == "Once more"
    red = "const c = document.querySelector('canvas'); return [...c.getContext('2d').getImageData(2, 2, 1, 1).data]"
    assert screen.browser.execute_script(red)[0] > 150, "the last picture is the red one"


def test_d19_pictures_that_are_gone_are_said_to_be(screen: Screen, desk: ScriptedDesk) -> None:
    """D19: a replay silently never appeared."""
    stressed(
        desk, replace(LISA_WAS_FIRST, footage="g1-2"), replace(LISA_WAS_FIRST, footage=None, no_footage=same("None."))
    )
    screen.house.open()
    screen.open()
    screen.touch("#stress-now .again")
    screen.waits(
        lambda: screen.text("#sheet-body") == "These pictures are gone: only those of the last few stresses are kept."
    )
    screen.touch("#sheet-close")
    screen.touch("#stress-before .earlier")
    screen.waits(lambda: "None." in screen.text("#sheet-body"))


def test_names_are_shown_as_they_are_and_never_run(screen: Screen, desk: ScriptedDesk) -> None:
    name = "<img src=x onerror=document.title='run'> & \"Åsa\""
    desk.show(replace(A_GAME, seats=(seat(name, in_turn=True), *A_GAME.seats)))
    screen.house.open()
    screen.open()
    screen.waits(lambda: screen.find(".seat .name").get_attribute("textContent") == name)
    assert "run" not in screen.browser.title


def test_d03_d05_a_table_that_is_gone_is_said_to_be_and_comes_back_by_itself(
    screen: Screen, desk: ScriptedDesk
) -> None:
    screen.house.open()
    screen.open()
    screen.waits(lambda: screen.contact == "live")
    screen.house.close()
    assert screen.waits(lambda: screen.contact != "live") < 3
    assert screen.waits(lambda: screen.contact == "lost") < 5
    assert re.fullmatch(r"No contact since \d\d:\d\d:\d\d", screen.text("#lost-since"))
    desk.show(replace(A_GAME, top="KS"))
    screen.house.open()
    assert screen.waits(lambda: screen.contact == "live") < 6
    assert screen.find("#top").get_attribute("data-card") == "KS"
    assert not screen.find("#lost").is_displayed()


def test_d01_d02_a_silent_table_is_shown_as_old_and_greyed_until_it_speaks(screen: Screen, desk: ScriptedDesk) -> None:
    screen.house.open()
    screen.open()
    screen.waits(lambda: screen.contact == "live")
    desk.flowing.clear()
    assert screen.waits(lambda: screen.contact == "lost") < 7
    screen.waits(lambda: re.fullmatch(r"What you see is \d+ seconds old\.", screen.text("#lost-age")))
    assert screen.find("main").value_of_css_property("filter") == "grayscale(1)"
    desk.flowing.set()
    assert screen.waits(lambda: screen.contact == "live") < 3


def test_d03_a_refused_stream_is_replaced_by_asking_and_never_called_live(screen: Screen, desk: ScriptedDesk) -> None:
    screen.house.open(Pace(most=0))
    screen.open()
    screen.waits(lambda: screen.contact == "asking")
    desk.show(replace(A_GAME, top="KS"))
    screen.waits(lambda: screen.find("#top").get_attribute("data-card") == "KS")
    assert screen.contact == "asking"
    screen.house.close()
    screen.house.open()
    screen.waits(lambda: screen.contact == "live")


def test_d11_a_page_stays_live_while_its_streams_are_renewed(screen: Screen) -> None:
    screen.house.open(Pace(look_s=0.1, renew_s=0.5, end_s=5.0))
    screen.open()
    screen.waits(lambda: screen.contact == "live")
    screen.browser.execute_script(
        "window.states = [];"
        "new MutationObserver(() => window.states.push(document.body.dataset.contact))"
        ".observe(document.body, { attributeFilter: ['data-contact'] })"
    )
    streams = "return performance.getEntriesByType('resource').filter((entry) => entry.name.includes('/stream')).length"
    screen.waits(lambda: screen.browser.execute_script(streams) >= 3)
    assert set(screen.browser.execute_script("return window.states")) == {"live"}


def test_d07_eight_tabs_of_one_browser_all_follow_the_table(screen: Screen, desk: ScriptedDesk) -> None:
    screen.house.open(Pace(most=2))  # as few as a browser with other pages open may have left
    screen.open()
    screen.browser.execute_script(f"for (let tab = 1; tab < {TABS}; tab++) window.open('/')")
    screen.waits(lambda: len(screen.browser.window_handles) == TABS)
    desk.show(replace(A_GAME, top="KS", rulings=(foul(15, "Bo"),)))
    for tab in screen.browser.window_handles:
        screen.browser.switch_to.window(tab)
        screen.waits(lambda: screen.find("#top").get_attribute("data-card") == "KS")
        screen.waits(lambda: screen.contact == "live")


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (800, 1280), (390, 844)])
def test_everything_to_touch_is_large_and_nothing_sticks_out(
    screen: Screen, desk: ScriptedDesk, width: int, height: int
) -> None:
    slaps = (LISA_WAS_FIRST, replace(LISA_WAS_FIRST, line=9))
    desk.show(replace(A_GAME, questions=(ASKED,), rulings=(foul(15, "Bo"), foul(12, "Cia")), slaps=slaps))
    screen.house.open()
    measures = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
    screen.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", measures)
    screen.open()
    screen.waits(lambda: screen.find(".ruling.newest").is_displayed())
    small = screen.browser.execute_script(
        "return [...document.querySelectorAll('button, a:not(.skip)')].filter(e => e.offsetParent !== null)"
        ".filter(e => Math.min(e.offsetWidth, e.offsetHeight) < 56).map(e => e.outerHTML)"
    )
    wide = screen.browser.execute_script("return document.documentElement.scrollWidth")
    screen.browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    assert small == []
    assert wide <= width


def tops_of(screen: Screen, css: str) -> set[int]:
    """At which heights these stand."""
    return {element.rect["y"] for element in screen.browser.find_elements(By.CSS_SELECTOR, css)}


def test_on_a_tablet_lying_down_the_cards_of_a_row_and_the_buttons_below_stand_in_one_line(
    screen: Screen, desk: ScriptedDesk
) -> None:
    row = (("JS",), ("JC",), ("10H",), ("JD",))  # Kn, the widest
    seats = (replace(seat("Anna"), row=row), replace(seat("Bo"), row=row))
    again = tap("game stress", "Next game", "Nästa spel", weight="main")
    desk.show(replace(A_GAME, seats=seats, over=True, table_taps=(again,)))
    screen.house.open()
    measures = {"width": 1280, "height": 800, "deviceScaleFactor": 1, "mobile": False}
    screen.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", measures)
    screen.open("sv")
    screen.waits(lambda: screen.find("#record").is_displayed())
    rows, menu = tops_of(screen, ".seats li:first-child .place"), tops_of(screen, ".menu .tap")
    screen.browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    assert len(rows) == 1
    assert len(menu) == 1


@pytest.mark.parametrize("language", ["sv", "en"])
def test_on_a_tablet_standing_the_buttons_below_stand_in_one_line(screen: Screen, language: str) -> None:
    screen.house.open()
    measures = {"width": 800, "height": 1280, "deviceScaleFactor": 1, "mobile": False}
    screen.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", measures)
    screen.open(language)
    screen.waits(lambda: screen.find("#sleep").is_displayed())
    menu = tops_of(screen, ".menu .tap:not([hidden])")
    screen.browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    assert len(menu) == 1


def test_every_page_is_dark_whatever_the_tablets_setting(screen: Screen) -> None:
    screen.house.open()
    for scheme in ("light", "dark"):
        features = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
        screen.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", features)
        for page in ("/", "/rules", "/scores", "/clause/V3.2"):
            screen.browser.get(f"{screen.house.address}{page}")
            letters = screen.find("body").value_of_css_property("color")
            assert min(map(int, re.findall(r"\d+", letters)[:3])) > 200, f"{page} has light letters"
    screen.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


def test_what_sets_a_ruling_aside_and_what_stands_below_look_like_buttons(screen: Screen, desk: ScriptedDesk) -> None:
    desk.show(replace(A_GAME, rulings=(foul(15, "Bo"),)))
    screen.house.open()
    screen.open()
    screen.waits(lambda: screen.find(".ruling.newest").is_displayed())
    for css in (".ruling .small.quiet", ".menu .tap"):
        border = "return getComputedStyle(arguments[0]).borderTopWidth"
        assert screen.browser.execute_script(border, screen.find(css)) == "2px"
