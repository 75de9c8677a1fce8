"""Text from records within Markdown pages."""

from __future__ import annotations

import html

_MARKUP = {ord(sign): f"&#{ord(sign)};" for sign in "|[]*_`\\"}


def plain(text: str) -> str:
    """Text from a record as one line of Markdown, without markup or control characters.

    >>> plain("a|b <script> [c](d)")
    'a&#124;b &lt;script&gt; &#91;c&#93;(d)'
    """
    line = " ".join(text.split())
    shown = "".join(character for character in line if character.isprintable())
    return html.escape(shown, quote=False).translate(_MARKUP)
