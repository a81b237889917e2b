"""The desk in the browser: one page on the loopback address, for the host alone.

It stands beside the command line: a form is read, one function of the desk is called, its answer is
shown. It knows no rule, asks no database, and words nothing that the desk says.
"""
