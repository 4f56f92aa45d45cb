"""What the tests of pictures share."""

from layouts import layout_in_this_process

__all__ = ["layout_in_this_process"]
