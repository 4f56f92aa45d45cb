"""The command line of whoknows."""
