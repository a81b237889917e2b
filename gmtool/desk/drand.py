"""Checks what a drand round gave against the public key of its chain, where a library is there."""

from __future__ import annotations

import hashlib
import sys
from functools import cache

VERIFIED = "verified"
NO_SIGNATURE = "not a signature"
NO_LIBRARY = "no library"
WRONG = "wrong"
"""What a check finds. Without a library (`pip install 'gmtool[drand]'`) nothing is known."""

_PUBLIC_KEY = (
    "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c"
    "8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb"
    "5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a"
)
"""The public key of quicknet, a point of G2; signatures are points of G1."""
_SCHEME = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"
_DIGITS = 96


@cache
def checked(number: int, value: str) -> str:
    """Whether `value` is what quicknet signed as the round of that number: VERIFIED or WRONG,
    NO_SIGNATURE for what can't be one, and NO_LIBRARY where that can't be told here.
    """
    try:
        signature = bytes.fromhex(value) if len(value) == _DIGITS else b""
    except ValueError:
        signature = b""
    if not signature:
        return NO_SIGNATURE
    deepest = sys.getrecursionlimit()
    try:
        from py_ecc import optimized_bls12_381 as curve
        from py_ecc.bls.g2_primitives import subgroup_check
        from py_ecc.bls.hash_to_curve import hash_to_G1
        from py_ecc.bls.point_compression import decompress_G1, decompress_G2
    except ImportError:
        return NO_LIBRARY
    finally:
        # The library raises it for the whole program, and a template that calls itself would end
        # that without a word.
        sys.setrecursionlimit(deepest)
    half = len(_PUBLIC_KEY) // 2
    key = decompress_G2((int(_PUBLIC_KEY[:half], 16), int(_PUBLIC_KEY[half:], 16)))
    try:
        signed = decompress_G1(int.from_bytes(signature, "big"))
    except ValueError:
        return WRONG
    if curve.is_inf(signed) or not subgroup_check(signed):
        return WRONG
    text = hashlib.sha256(number.to_bytes(8, "big")).digest()
    message = curve.neg(hash_to_G1(text, _SCHEME, hashlib.sha256))
    ours = curve.pairing(key, message, final_exponentiate=False)
    both = curve.pairing(curve.G2, signed, final_exponentiate=False) * ours
    return VERIFIED if curve.final_exponentiate(both) == curve.FQ12.one() else WRONG
