"""Measurements, each with its answer checked: `make bench`, or `python -m benchmarks NAME`."""
