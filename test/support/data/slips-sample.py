"""Reads orders from a file and prints what is left of each article."""

import csv
from collections import Counter
from dataclasses import dataclass, field


@dataclass
class Shelf:
    """What is in stock, by the number of the article."""

    name: str
    stock: Counter = field(default_factory=Counter)

    def take(self, article: str, count: int) -> int:
        left = self.stock[article]
        if left < count:
            self.stock[article] = 0
            return left
        self.stock[article] -= count
        return count

    def fill(self, rows):
        for row in rows:
            if row["kind"] == "delivery":
                self.stock[row["article"]] += int(row["count"])
            elif row["kind"] == "return":
                self.stock[row["article"]] += 1
            else:
                raise ValueError(f"unknown kind {row['kind']!r}")


def read_rows(path):
    with open(path, newline="", encoding="utf-8") as file:
        reader = csv.DictReader(file, delimiter=";")
        for number, row in enumerate(reader, start=2):
            if not row.get("article"):
                print(f"line {number}: no article, skipped")
                continue
            yield row


def main(paths):
    shelf = Shelf("main")
    for path in paths:
        try:
            shelf.fill(read_rows(path))
        except (OSError, ValueError) as problem:
            print(f"{path}: {problem}")
    for article, count in sorted(shelf.stock.items()):
        note = " (reorder)" if count < 10 else ""
        print(f"{article:>12}  {count:>6}{note}")
    return 0


if __name__ == "__main__":
    import sys

    raise SystemExit(main(sys.argv[1:]))
