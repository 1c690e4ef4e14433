"""The golden diagrams: folders that hold a model and the picture that it has to give.

After an intended change, `python -m tests.plan.diagram.golden` writes the pictures anew; look at each before it is kept.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from connector.bridge.plan.diagram import MAX_BYTES, Drawing, ErColumn, ErModel, ErRelation, ErTable, draw

FOLDER = Path(__file__).resolve().parent / "golden"
NAMES = sorted(path.name for path in FOLDER.iterdir() if path.is_dir())


def picture(name: str) -> Path:
    """Give the file of a golden picture."""
    return FOLDER / name / "diagram.svg"


def read(name: str) -> tuple[ErModel, int]:
    """Read a golden model and the size that its picture may have."""
    content = json.loads((FOLDER / name / "model.json").read_text(encoding="utf-8"))
    return model_of(content), content.get("maxBytes", MAX_BYTES)


def model(name: str) -> ErModel:
    """Read a golden model."""
    return read(name)[0]


def drawn(name: str) -> Drawing:
    """Draw a golden model."""
    content, max_bytes = read(name)
    drawing = draw(content, max_bytes=max_bytes)
    assert drawing is not None
    return drawing


def model_of(content: dict[str, Any]) -> ErModel:
    """Make a model from its JSON form, in which a column is a list of its name, its type, and the letters of its keys."""
    return ErModel(
        title=content["title"],
        tables=tuple(
            ErTable(
                id=table["id"],
                title=table.get("title", table["id"]),
                subtitle=table.get("schema"),
                columns=tuple(
                    ErColumn(name, kind, primary="P" in keys, foreign="F" in keys)
                    for name, kind, keys in table["columns"]
                ),
                outside=table.get("outside", False),
            )
            for table in content["tables"]
        ),
        relations=tuple(
            ErRelation(
                name=relation["name"],
                from_table=relation["from"],
                to_table=relation["to"],
                from_columns=tuple(relation["fromColumns"]),
                to_columns=tuple(relation["toColumns"]),
                one_to_one=relation.get("oneToOne", False),
            )
            for relation in content["relations"]
        ),
    )


def main() -> None:
    """Write all golden pictures."""
    for name in NAMES:
        picture(name).write_text(drawn(name).svg + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
