"""Benchmarks that also check the measured answers: `make bench`, or `python -m benchmarks NAME`."""
