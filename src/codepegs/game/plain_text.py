"""Texts as people type them, in plain signs."""

from __future__ import annotations

FULL_WIDTH: dict[int, int | str | None] = {code + 0xFEE0: code for code in range(0x21, 0x7F)}
"""Full-width forms, as East Asian keyboards type them."""
FULL_WIDTH |= {0x3000: " ", 0xFE0E: None, 0xFE0F: None}  # the full-width space, and the variation selectors of emoji

FULL_WIDTH_SIGNS = {code: sign for code, sign in FULL_WIDTH.items() if sign is None or not chr(code).isalnum()}
"""Those that are neither letters nor digits, such as signs that separate."""


def plain(text: str) -> str:
    """Return a text with ASCII in place of full-width characters, and without variation selectors."""
    return text.translate(FULL_WIDTH)
