"""Firefox by WebDriver BiDi, which it speaks itself: no driver besides the browser, and no more of
the protocol than the tests need.
"""

import itertools
import json
import os
import re
import shutil
import subprocess
import time

import websocket

#: The browser's command; another one may be named. Empty where there is none.
COMMAND = (
    os.environ.get("CADOGAN_FIREFOX")
    or shutil.which("firefox-esr")
    or shutil.which("firefox")
    or ""
)
#: Nothing is asked of another machine, and nothing is shown to a new user.
SETTINGS = """\
user_pref("app.normandy.enabled", false);
user_pref("app.update.enabled", false);
user_pref("browser.aboutwelcome.enabled", false);
user_pref("browser.newtabpage.enabled", false);
user_pref("browser.safebrowsing.downloads.remote.enabled", false);
user_pref("browser.safebrowsing.malware.enabled", false);
user_pref("browser.safebrowsing.phishing.enabled", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("extensions.getAddons.cache.enabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("services.settings.server", "data:,");
user_pref("toolkit.telemetry.enabled", false);
"""
#: What the keys are called on the wire (WebDriver, table of keyboard actions).
KEYS = {"Enter": "\ue007", "Escape": "\ue00c", "Tab": "\ue004"}


class Firefox:
    """One headless Firefox with one page.

    Args:
        command: the browser's command.
        folder: an empty folder for its profile.
    """

    def __init__(self, command, folder):
        folder.joinpath("user.js").write_text(SETTINGS, encoding="utf-8")
        self._log = folder / "log.txt"
        words = [
            command,
            "--headless",
            "--no-remote",
            "--profile",
            str(folder),
            "--remote-debugging-port=0",
            "about:blank",
        ]
        with self._log.open("w") as output:
            self._process = subprocess.Popen(words, stdout=output, stderr=subprocess.STDOUT)
        self._numbers = itertools.count(1)
        #: Addresses that were asked for, and what the page complained about.
        self.requests = []
        self.problems = []
        try:
            self._socket = websocket.create_connection(
                f"{self._address()}/session", timeout=120, suppress_origin=True
            )
            self.ask("session.new", capabilities={})
            self.ask("session.subscribe", events=["log.entryAdded", "network.beforeRequestSent"])
            self.page = self.ask("browsingContext.getTree")["contexts"][0]["context"]
        except BaseException:
            self._process.kill()
            raise

    def _address(self):
        for _ in range(600):
            if found := re.search(
                r"WebDriver BiDi listening on (ws://\S+)", self._log.read_text(errors="replace")
            ):
                return found[1]
            if self._process.poll() is not None:
                break
            time.sleep(0.1)
        raise RuntimeError(f"Firefox did not start: {self._log.read_text(errors='replace')[-500:]}")

    def __enter__(self):
        return self

    def __exit__(
        self,
        kind,
        error,
        trace,
    ):
        self._socket.close()
        self._process.terminate()
        self._process.wait(30)

    def ask(self, method, **words):
        """Send a command and wait for its result; what happens meanwhile is noted.

        Raises:
            RuntimeError: Firefox refused it.
        """
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": words}))
        while True:
            said = json.loads(self._socket.recv())
            if said.get("id") == number:
                if said["type"] == "error":
                    raise RuntimeError(f"{method}: {said['message']}")
                return said["result"]
            self._note(said)

    def _note(self, said):
        if said.get("method") == "network.beforeRequestSent":
            self.requests.append(said["params"]["request"]["url"])
        elif said.get("method") == "log.entryAdded" and said["params"]["level"] == "error":
            self.problems.append(str(said["params"]["text"]))

    def open(self, address, width=1280, height=900):
        """Go to a page and wait until it is loaded."""
        self.ask(
            "browsingContext.setViewport",
            context=self.page,
            viewport={"width": width, "height": height},
        )
        self.ask("browsingContext.navigate", context=self.page, url=address, wait="complete")

    def run(self, function, *values):
        """Call a JavaScript function in the page with texts and numbers; what it gives must be
        JSON.

        Raises:
            AssertionError: it threw.
        """
        given = [
            {"type": "string" if isinstance(one, str) else "number", "value": one} for one in values
        ]
        wrapped = f"async (...given) => JSON.stringify((await ({function})(...given)) ?? null)"
        answer = self.ask(
            "script.callFunction",
            functionDeclaration=wrapped,
            arguments=given,
            target={"context": self.page},
            awaitPromise=True,
        )
        assert answer["type"] == "success", answer["exceptionDetails"]["text"]
        return json.loads(answer["result"]["value"])

    def wait(self, function, *values, seconds=60):
        """Wait until a JavaScript function gives something true, and give it."""
        until = time.monotonic() + seconds
        while not (found := self.run(function, *values)):
            assert time.monotonic() < until, f"waited in vain for {function} {values}"
            time.sleep(0.02)
        return found

    def press(self, key):
        """Press a key and let it go."""
        value = KEYS.get(key, key)
        actions = [{"type": "keyDown", "value": value}, {"type": "keyUp", "value": value}]
        self.ask(
            "input.performActions",
            context=self.page,
            actions=[{"type": "key", "id": "keys", "actions": actions}],
        )

    def click(self, x, y):
        """Click there, in pixels of the window."""
        moves = [
            {"type": "pointerMove", "x": round(x), "y": round(y)},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        self.ask(
            "input.performActions",
            context=self.page,
            actions=[{"type": "pointer", "id": "mouse", "actions": moves}],
        )
