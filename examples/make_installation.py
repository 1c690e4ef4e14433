"""Write the demo installation, or check that the files on disk are what this script would write.

    python examples/make_installation.py            write examples/installation/
    python examples/make_installation.py --check    exit with 1 and name the files that differ

The content is defined in the package `tpcds` beside this script. Each listing file has the shape of the
answer to `GET /listings/{id}` of the Bridge listing API; `installation.json` that of `installation` in the
summary.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tpcds import catalog_channel, customers, store_channel, supply, time_and_date, web_channel
from tpcds.iceberg import table_metadata, view_metadata
from tpcds.listings import INSTALLATION, LISTINGS
from tpcds.marts import VIEWS
from tpcds.model import BASE, CATALOG, Listing, Table, Team, View

HERE = Path(__file__).resolve().parent
SQL = HERE / "tpcds" / "sql"
TEXT = HERE / "tpcds" / "text"
TABLES: tuple[Table, ...] = (
    *store_channel.TABLES,
    *catalog_channel.TABLES,
    *web_channel.TABLES,
    *customers.TABLES,
    *supply.TABLES,
    *time_and_date.TABLES,
)

Object = dict[str, Any]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the script.

    Args:
        arguments: Command line without the program's name; the process's own when None.

    Returns:
        The exit code: 0, or 1 when files differ.
    """
    parser = argparse.ArgumentParser(description="Write the demo installation, or check it.")
    parser.add_argument(
        "--check", action="store_true", help="write nothing; exit with 1 when files on disk differ"
    )
    parser.add_argument(
        "--output", type=Path, default=HERE / "installation", help="folder to write or to check"
    )
    options = parser.parse_args(arguments)
    wanted = render()
    changed = differences(options.output, wanted)
    if options.check:
        for line in changed.values():
            print(line)
        return 1 if changed else 0
    for name in changed.keys() & wanted.keys():
        path = options.output / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(wanted[name])
    print(f"{len(changed.keys() & wanted.keys())} of {len(wanted)} files written to {options.output}")
    return 0


def render() -> dict[str, bytes]:
    """Make all files of the installation.

    Returns:
        The bytes of each file by its path relative to the installation's folder.

    Raises:
        ValueError: A listing names a table or view that is not defined, or an object is in no listing.
    """
    tables = {table.name: _table_object(table) for table in TABLES}
    views = {view.name: _view_object(view) for view in VIEWS}
    _check_references(tables, views)
    files = {"installation.json": _json(INSTALLATION)}
    for listing in LISTINGS:
        files[f"listings/{listing.id}.json"] = _json(_listing_object(listing, tables, views))
    return files


def differences(folder: Path, wanted: Mapping[str, bytes]) -> dict[str, str]:
    """Compare a folder with what should be in it.

    Args:
        folder: The installation's folder, which need not exist.
        wanted: The bytes of each file by relative path.

    Returns:
        One sentence for each file that is missing, differs or should not be there, by relative path.
    """
    found = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
    result = {}
    for name in sorted(wanted.keys() | found.keys()):
        if name not in found:
            result[name] = f"missing: {name}"
        elif name not in wanted:
            result[name] = f"not from this script, remove it: {name}"
        elif found[name].read_bytes() != wanted[name]:
            result[name] = f"differs: {name}"
    return result


def _check_references(tables: Mapping[str, Object], views: Mapping[str, Object]) -> None:
    for kind, defined in (("tables", tables), ("views", views)):
        listed = {name for listing in LISTINGS for name in getattr(listing, kind)}
        if listed != defined.keys():
            raise ValueError(
                f"{kind} defined but not listed, or the reverse: {sorted(listed ^ defined.keys())}"
            )


def _listing_object(listing: Listing, tables: Mapping[str, Object], views: Mapping[str, Object]) -> Object:
    return {
        "id": listing.id,
        "version": listing.version,
        "name": listing.name,
        "description": (TEXT / f"{listing.id}.md").read_text(encoding="utf-8").rstrip("\n"),
        "portalUrl": f"{INSTALLATION['portalUrl']}/listings/{listing.id}",
        "updatedAt": listing.updated_at,
        "owners": [_team_object(team) for team in listing.owners],
        "tags": list(listing.tags),
        "tables": [tables[name] for name in listing.tables],
        "views": [views[name] for name in listing.views],
        "semanticModels": [],
        "unavailable": [],
    }


def _team_object(team: Team) -> Object:
    return {
        "team": team.team,
        "displayName": team.display_name,
        "email": team.email,
        "description": team.description,
    }


def _table_object(table: Table) -> Object:
    return _shared_object(BASE, table.name, table.description, table_metadata(table))


def _view_object(view: View) -> Object:
    current = {dialect: _sql(f"{view.name}.{dialect}.sql") for dialect in view.dialects}
    earlier = {dialect: _sql(f"{view.name}.earlier.{dialect}.sql") for dialect in view.earlier_dialects}
    versions = [earlier, current] if earlier else [current]
    return _shared_object(view.namespace, view.name, view.description, view_metadata(view, versions))


def _shared_object(namespace: Sequence[str], name: str, description: str | None, metadata: Object) -> Object:
    described = {} if description is None else {"description": description}
    return {"catalog": CATALOG, "namespace": list(namespace), "name": name, **described, "metadata": metadata}


def _sql(name: str) -> str:
    return (SQL / name).read_text(encoding="utf-8").rstrip("\n")


def _json(value: object) -> bytes:
    return (json.dumps(value, ensure_ascii=False, indent=1, sort_keys=True) + "\n").encode("utf-8")


if __name__ == "__main__":
    sys.exit(main())
