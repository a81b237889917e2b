"""Takes the pictures of the README: python docs/pictures.py [FOLDER]

Those in docs/images were taken with Chromium 156 and, from Debian 12, the packages fonts-inter and
fonts-dejavu-core. Other fonts do as well, but look otherwise.
"""

from __future__ import annotations

import sys
from pathlib import Path

from manual import pictures

FOLDER = Path(__file__).parent / "images"

if __name__ == "__main__":
    pictures.take(Path(sys.argv[1]) if sys.argv[1:] else FOLDER)
