"""Measurements that take minutes: `make bench`."""
