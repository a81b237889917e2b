"""What players sent and the host has yet to decide about: the inbox, and pages of the thread.

Commands and the page import it, and `verify`. Begin reading with `inbox.take` and
`thread_import.record_thread`.
"""
