"""Knowledge structures: sets of worlds as decision diagrams over a vocabulary, so that no world has to be listed.

Source: van Benthem, van Eijck, Gattinger and Su, "Symbolic model checking for dynamic epistemic logic" (LORI 2015),
doi:10.1007/978-3-662-48561-3_30; the same authors, "Symbolic model checking for dynamic epistemic logic: S5 and
beyond" (Journal of Logic and Computation 28, 2018), doi:10.1093/logcom/exx038.
"""
