"""What players sent and the host has yet to decide about: the inbox, and pages of the thread.

The commands import it. Begin reading with `inbox.take` and `thread_import.record_thread`.
"""
