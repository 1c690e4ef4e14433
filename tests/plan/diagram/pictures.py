"""Reading a picture back: a strict XML parser into small elements, and the points that path data runs through."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.parsers import expat

SVG = "http://www.w3.org/2000/svg"
_COMMAND = re.compile(r"([MhvqlVHz])([^MhvqlVHz]*)")
_NUMBER = re.compile(r"-?\d+")


@dataclass(slots=True)
class Element:
    """An element with the text that is directly in it."""

    tag: str
    attributes: dict[str, str]
    children: list[Element] = field(default_factory=list)
    text: str = ""

    def walk(self, tag: str | None = None) -> Iterator[Element]:
        """Give this element and all in it, of one tag or of all."""
        if tag in {None, self.tag}:
            yield self
        for child in self.children:
            yield from child.walk(tag)

    def group(self, name: str) -> list[Element]:
        """Give what is in all groups of a class."""
        return [
            child
            for group in self.walk("g")
            if group.attributes.get("class") == name
            for child in group.children
        ]

    def titles(self) -> list[str]:
        """Give the tooltips directly in this element."""
        return [child.text for child in self.children if child.tag == "title"]


def parse(svg: str) -> Element:
    """Parse a picture.

    Raises:
        expat.ExpatError: It is not well-formed.
    """
    stack = [Element("", {})]

    def start(tag: str, attributes: dict[str, str]) -> None:
        element = Element(tag, attributes)
        stack[-1].children.append(element)
        stack.append(element)

    def end(_tag: str) -> None:
        stack.pop()

    def text(data: str) -> None:
        stack[-1].text += data

    parser = expat.ParserCreate()
    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = text
    parser.Parse(svg.encode(), True)
    return stack[0].children[0]


def points(data: str) -> list[list[tuple[int, int]]]:
    """Give the points that path data runs through, one list for each part; of a curve its two ends."""
    parts: list[list[tuple[int, int]]] = []
    x = y = 0
    for command, rest in _COMMAND.findall(data):
        numbers = [int(number) for number in _NUMBER.findall(rest)]
        if command == "M":
            x, y = numbers
            parts.append([])
        elif command == "h":
            x += numbers[0]
        elif command == "v":
            y += numbers[0]
        elif command == "q":
            x, y = x + numbers[2], y + numbers[3]
        elif command == "l":
            for across, down in zip(numbers[::2], numbers[1::2], strict=True):
                x, y = x + across, y + down
                parts[-1].append((x, y))
            continue
        else:
            raise ValueError(f"unknown path command {command}")
        parts[-1].append((x, y))
    return parts
