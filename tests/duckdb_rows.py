"""What DuckDB answers to a query, as JSON. A program of its own, for whoever imports DuckDB ends noisily."""

import json
import sys

import duckdb

if __name__ == "__main__":
    print(json.dumps(duckdb.execute(sys.argv[1]).fetchall()))
