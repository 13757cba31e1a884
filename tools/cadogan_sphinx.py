"""The book's own Sphinx extension: takes what it does not use out of the pages.

The theme loads thebe (live code by a server elsewhere), declares its address twice, which is an error in
every page's console, and so names another host in each page. The book runs its code in the page or in
JupyterLab and needs none of it. Nor does it need a second name for each folded cell, or a second field to search
in, in a bar above the page: the one in the side bar is enough.
"""

from __future__ import annotations

from typing import Any


def _tidy(app: Any, pagename: str, templatename: str, context: dict[str, Any], doctree: Any) -> None:
    def wanted(script: Any) -> bool:
        name = str(getattr(script, "filename", script) or "")
        body = str(getattr(script, "attributes", {}).get("body", ""))
        return "sphinx-thebe" not in name and "thebe" not in body

    context["script_files"] = [script for script in context.get("script_files", []) if wanted(script)]
    # A folded cell names itself with what it shows ("Show code cell …"), not with another name beside it.
    context["body"] = context.get("body", "").replace('<summary aria-label="Toggle hidden content">', "<summary>")


def _one_search_field(app: Any, config: Any) -> None:
    config.html_theme_options.setdefault("navbar_persistent", [])


def setup(app: Any) -> dict[str, bool]:
    """Register with Sphinx, after the theme (hence the high priority number)."""
    app.connect("config-inited", _one_search_field)
    app.connect("html-page-context", _tidy, priority=990)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
