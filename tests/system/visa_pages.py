"""What the models of visa_pages_test.py share: pages, and how their cases are written."""
from dataclasses import dataclass, field
from typing import Callable

ANY = "*"  # an element that the page leaves undefined


@dataclass
class Page:
    name: str
    case: Callable  # makes directives and code from a random.Random
    declarations: list
    platform: str = ""
    inputs: list = field(default_factory=list)


def general(name, kind, elements):
    return f"{name} v_type=G type={kind} num_elts={elements} align=GRF"


def words(values):
    return " ".join(ANY if v is ANY else str(v) for v in values)


def given(place, values):
    return f"set {place} = {words(values)}"


def expected(place, values):
    return f"expect {place} = {words(values)}"


@dataclass
class Channels:
    """An execution size with its mask, a predicate, and which channels they enable: 5_operands, predication."""
    lanes: int
    offset: int
    directives: list
    code: list
    prefix: str
    enabled: list

    @property
    def size(self):
        return f"(M{self.offset // 4 + 1}, {self.lanes})"


def channels(pick, sizes, predicated=True):
    """P1 must be declared with 32 elements."""
    lanes = pick.choice(sizes)
    offset = pick.choice([0, 0, lanes]) if lanes < 32 and lanes >= 8 else 0
    mask = pick.choice([0xFFFFFFFF, pick.getrandbits(32), pick.getrandbits(32) | 0xFF])
    predicate, inverse = pick.getrandbits(32), pick.random() < 0.3
    has_predicate = predicated and pick.random() < 0.6
    enabled = [bool(mask >> n + offset & 1) and
               (not has_predicate or bool(predicate >> n + offset & 1) != inverse) for n in range(lanes)]
    code = [f"setp (M1_NM, 32) P1 {predicate:#x}:ud"] if has_predicate else []
    prefix = f"({'!' if inverse else ''}P1) " if has_predicate else ""
    return Channels(lanes, offset, [f"mask = {mask:#x}"], code, prefix, enabled)
