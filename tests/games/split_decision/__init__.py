"""Tests of Split Decision; a package, so that its modules may be called as those of other games."""
