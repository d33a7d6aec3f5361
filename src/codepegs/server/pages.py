"""The page: its built files, held in memory; without them, a short notice."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Match

from codepegs.server.dispatch import ROUTES
from codepegs.server.middleware import ApiError
from codepegs.trees.gallery import entries

FOLDER = Path(__file__).parent / "page"
"""The folder of the built page."""

INDEX = "index.html"

NOT_BUILT = Path(__file__).with_name("not_built.html")

IMMUTABLE = "public, max-age=31536000, immutable"
"""For files whose names change with their content."""

PACKED = (
    "text/",
    "application/javascript",
    "application/json",
    "image/svg",
    "application/manifest",
    "application/wasm",
)
"""Types of files that are compressed."""

TYPES = {".js": "text/javascript", ".mjs": "text/javascript", ".webmanifest": "application/manifest+json"}
"""Media types that differ between systems."""


@dataclass(frozen=True)
class PageFile:
    """One file of the page."""

    content: bytes
    media_type: str
    immutable: bool

    @cached_property
    def packed(self) -> bytes | None:
        """The content compressed with gzip, if that is smaller."""
        if not self.media_type.startswith(PACKED):
            return None
        packed = gzip.compress(self.content, 9, mtime=0)
        return packed if len(packed) < len(self.content) else None

    @cached_property
    def tag(self) -> str:
        """The entity tag, which changes with the file."""
        return f'"{hashlib.sha256(self.content).hexdigest()[:20]}"'

    def response(self, request: Request) -> Response:
        """Answer with the file, or that it has not changed."""
        headers = {
            "ETag": self.tag,
            "Vary": "Accept-Encoding",
            "Cache-Control": IMMUTABLE if self.immutable else "no-cache",
        }
        if self.tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        content = self.content
        if self.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            content = self.packed
            headers["Content-Encoding"] = "gzip"
        return Response(content, headers=headers, media_type=self.media_type)


class Page:
    """All files of the page, by their paths."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self.files: dict[str, PageFile] = {}
        if (folder / INDEX).is_file():
            for path in sorted(folder.rglob("*")):
                if path.is_file():
                    name = path.relative_to(folder).as_posix()
                    kind = TYPES.get(path.suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
                    self.files[name] = PageFile(path.read_bytes(), kind, name.startswith("assets/"))
            for entry in entries():
                name = f"trees/{entry.path.name}"
                self.files[name] = PageFile(entry.path.read_bytes(), "application/gzip", immutable=False)

    @property
    def is_built(self) -> bool:
        """Whether the page is built."""
        return bool(self.files)

    async def show(self, request: Request) -> Response:
        """Answer with a file; other addresses get the page, which interprets them."""
        name = request.path_params.get("path", "")
        if name.startswith("api/"):
            raise _not_here(request)
        file = self.files.get(name or INDEX)
        is_view = "." not in name.rpartition("/")[2]
        if file is None and is_view and self.is_built:
            file = self.files[INDEX]
        if file is not None:
            return file.response(request)
        if not name:
            return Response(NOT_BUILT.read_bytes(), media_type="text/html")
        raise ApiError("not_found", f"there is nothing at {request.url.path[:200]}")


def _not_here(request: Request) -> Exception:
    """Answer that an address of the API does not exist, or not for this method."""
    for route in ROUTES:
        match, _ = route.matches(request.scope)
        if match is Match.PARTIAL:
            return HTTPException(405, headers={"Allow": ", ".join(sorted(route.methods or ()))})
    return ApiError("not_found", f"there is nothing at {request.url.path[:200]}")
