"""Temporary directories that do not stay when their process is killed: the next `eugene`, or this package, removes them.

A lock on the directory says that its process lives, as the kernel releases it at the process's end, however that comes. The
file "held" says that there has been a lock: a directory without it may be anybody's. `eugene run` does the same
(src/cli/stale_directories.cpp).
"""
from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import stat
import tempfile
from collections.abc import Iterator

_PREFIX = "eugene-"
_HELD = "held"


def _open(directory: str | os.PathLike[str]) -> int | None:
    try:
        return os.open(directory, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    except OSError:
        return None


def _lock(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return True
    except OSError:
        return False


def _is_stale(directory: int) -> bool:
    if os.fstat(directory).st_uid != os.geteuid():
        return False
    try:
        mark = os.stat(_HELD, dir_fd=directory, follow_symlinks=False)
    except OSError:
        return False
    return stat.S_ISREG(mark.st_mode) and mark.st_uid == os.geteuid() and _lock(directory)


def remove_stale() -> None:
    """Removes directories that killed processes of this user have left.

    Does nothing where other users could rename directories meanwhile: it might then remove another one."""
    try:
        place = tempfile.gettempdir()
        status = os.stat(place)
        if status.st_mode & (stat.S_IWGRP | stat.S_IWOTH) and not status.st_mode & stat.S_ISVTX:
            return
        entries = list(os.scandir(place))
    except OSError:
        return
    for each in entries:
        if not each.name.startswith(_PREFIX) or (directory := _open(each.path)) is None:
            continue
        if _is_stale(directory):
            shutil.rmtree(each.path, ignore_errors=True)
        os.close(directory)


@contextlib.contextmanager
def held_directory() -> Iterator[str]:
    """Makes a temporary directory, and removes it at the end."""
    remove_stale()
    with tempfile.TemporaryDirectory(prefix=_PREFIX) as name:
        directory = _open(name)
        if directory is None:  # nobody else has the directory
            raise OSError(f"{name} is not a directory any more")
        try:
            _lock(directory)
            os.close(os.open(_HELD, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600, dir_fd=directory))
            yield name
        finally:
            os.close(directory)
