"""Takes the two pictures of the README anew: `python tools/pictures.py`. Needs the built book, Chromium, Playwright, JupyterLab, Pillow."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from io import BytesIO
from pathlib import Path

import nbformat
from browsers import installed
from house import BOOK, ROOT, SITE
from PIL import Image
from playwright.sync_api import Page, sync_playwright

from cadogan.edition.chapters import cells_of, read_rules
from cadogan.serve import address, server

GAME, DEAL = "fortress", 1933
WIDTH, HEIGHT = 1100, 900
FLAGS = ["--no-browser", "--ip=127.0.0.1", "--ServerApp.token=", "--ServerApp.password=", "--allow-root", "--LabApp.news_url=",
         "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate", "--LabApp.extension_manager=readonly"]  # fmt: skip


def keep(page: Page, name: str) -> None:
    """Store what the window shows, small: 128 colours are enough for cards and text."""
    picture = Image.open(BytesIO(page.screenshot())).convert("RGB").resize((WIDTH * 3 // 4, HEIGHT * 3 // 4), Image.Resampling.LANCZOS)
    picture.quantize(128).save(BOOK / "pictures" / f"{name}.png", optimize=True)
    print(BOOK / "pictures" / f"{name}.png")


def of_the_page(page: Page) -> None:
    """A chapter of the built book, at its first board."""
    with server(SITE, 0) as httpd:
        threading.Thread(target=httpd.serve_forever, daemon=True).start()
        page.goto(f"{address(httpd)}{GAME}.html", wait_until="networkidle")
        page.wait_for_selector(".cadogan .card")
        page.evaluate("scrollBy(0, document.querySelector('.cadogan').getBoundingClientRect().top - 60)")
        page.wait_for_timeout(500)
        keep(page, "page")
        httpd.shutdown()


def of_the_notebook(page: Page, home: Path) -> None:
    """The cells with the rules, and a board made from them."""
    text = (BOOK / f"{GAME}.md").read_text(encoding="utf-8")
    rules = read_rules(text)
    name = next(one.name for one in rules.statements if one.value is rules.made[0].game)
    words = next(line for line in text.split("\n") if "import *" in line)  # the vocabulary
    sources = [f"import cadogan\nfrom cadogan import Game\n{words}", *(cell.text for cell in cells_of(text))]
    sources.append(f"cadogan.play({name}, {DEAL})")
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in sources])
    notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
    nbformat.write(notebook, home / f"{GAME}.ipynb")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    folders = {folder: str(home / folder) for folder in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR")}
    command = [sys.executable, "-m", "jupyterlab", *FLAGS, f"--ServerApp.port={port}", f"--ServerApp.root_dir={home}"]
    lab = subprocess.Popen(command, cwd=home, env={**os.environ, **folders, "PYTHONPATH": str(ROOT)}, stderr=subprocess.DEVNULL)
    try:
        for _ in range(240):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/api", timeout=1).close()
                break
            except OSError:
                time.sleep(0.25)
        page.goto(f"http://127.0.0.1:{port}/doc/tree/{GAME}.ipynb")
        page.wait_for_selector(".jp-Notebook .jp-Cell")
        page.wait_for_timeout(8000)  # until the kernel has been joined
        page.get_by_role("menuitem", name="Run", exact=True).click()
        page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
        page.wait_for_selector(".cadogan .card", timeout=120_000)
        if (asked := page.get_by_role("button", name="No", exact=True)).count():  # whether JupyterLab may bring news
            asked.click()
        page.wait_for_timeout(1500)
        page.evaluate("document.querySelectorAll('.jp-Cell')[1].scrollIntoView()")
        page.wait_for_timeout(500)
        keep(page, "notebook")
    finally:
        lab.terminate()
        lab.wait(20)


def main() -> None:
    """See the module."""
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as home:
        browser = playwright.chromium.launch(executable_path=installed(), args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT})
        of_the_page(page)
        of_the_notebook(page, Path(home))
        browser.close()


if __name__ == "__main__":
    main()
