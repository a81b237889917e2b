"""Text to moves: what is typed, and messages as players write them (TS-5 to TS-17)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lengths import few_or_many
from saying import read_as, reading, typed

from gmtool.engine.moves import Move
from gmtool.engine.options import read_options
from gmtool.engine.refusals import Ambiguous, Refusal, Unreadable
from gmtool.engine.shuffling import Shuffle
from gmtool.games.ten_skip import GAME
from gmtool.games.ten_skip import moves as m
from gmtool.games.ten_skip import state as s
from gmtool.games.ten_skip.terms import deck

NAMES = ("Ann", "Bob", "Cid", "Agent 47")
HANDS = {
    "Ann": "AC 2D 4C 7C 9H 10D 10S",
    "Bob": "2S 3C 5C 5D 6H 8H 9S",
    "Cid": "AD 2C 3D 4D 8C 8D 9C",
    "Agent 47": "AS 2H 3H 6C 6D 7H 10C",
}
PILE = ("4S", "7D", "5S", "6S")


def state(names: tuple[str, ...] = NAMES) -> s.State:
    """A round of these players, with Ann's turn."""
    empty: s.State = GAME.setup(read_options(GAME.options, {}), names)
    hands = tuple(tuple(hand.split()) for hand in HANDS.values())
    players = tuple(
        replace(player, hand=hand, in_round=True)
        for player, hand in zip(empty.players, hands, strict=False)
    )
    return replace(
        empty,
        players=players,
        phase=s.TURN,
        started=True,
        deal=1,
        turn=1,
        dealer=names[-1],
        actor=names[0],
        draw_pile=PILE,
    )


SETUP: s.State = GAME.setup(read_options(GAME.options, {}), NAMES)
TURN = state()
DARED = replace(TURN, on_notice="Bob")
LAST = replace(TURN, draw_pile=("4S",))
STUCK = replace(state(NAMES[:2]), on_notice="Bob", draw_pile=())
KEEPING = replace(TURN, phase=s.KEEP, shown="3S", drawn=("4S", "7D"))
KEEPING_DARED = replace(KEEPING, on_notice="Bob")
FOURS = replace(KEEPING, drawn=("4S", "4D"))
HANDING = replace(TURN, phase=s.HAND, actor="Bob", shown="9S", victim="Ann")
ENDING = replace(TURN, phase=s.NOTICE)
TOPPING = replace(TURN, phase=s.TOP)
WON = replace(TURN, actor="Bob", unrevealed=(s.Unrevealed("Ann", 1, ("3S",)),))
WON_AND_ASKED = replace(WON, actor="Ann")
ENDED = replace(TURN, phase=s.ENDED, actor="")
STATES = (
    *(SETUP, TURN, DARED, LAST, STUCK, KEEPING, KEEPING_DARED, HANDING, ENDING, TOPPING),
    *(WON, WON_AND_ASKED, ENDED),
)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("discard 9H", "discard 9H"),
        ("Discard: 9h.", "discard 9H"),
        ("9❤️", "discard 9H"),
        ("9\u200bH", "discard 9H"),
        ("I'd like to discard 9H please", "discard 9H"),
        ("I toss out the 9♥", "discard 9H"),
        ("I’m getting rid of the 9 of hearts", "discard 9H"),
        ("draw two cards, discarding 9H", "discard 9H"),
        ("discard 9H and draw two from the draw pile", "discard 9H"),
        ("No challenge, discarding 9H", "discard 9H"),
        ("Hi Bill,\n9H\nThanks!\nAnn", "discard 9H"),
        ("I'll discard the\n9 of hearts", "discard 9H"),
        ("Ann: discard 9H", "discard 9H"),
        ("ditch my heart", "? discard 9H"),
        ("discard the ten", "?? discard 10D | discard 10S"),
        ("discard the five", "-"),
        ("9H?", "? discard 9H"),
        ("shall I discard 9H", "? discard 9H"),
        ("don't throw the nine", "-"),
        ("9H or 10S", "?? discard 9H | discard 10S"),
        ("discard 9H 10S", "?? discard 9H | discard 10S"),
        ("draw 9H", "? discard 9H"),
        ("discard", "-"),
        ("discard 11H", "-"),
        ("discard 9H and put you on notice", "? discard 9H"),
        ("discard 9H\ndone", "? discard 9H"),
        ("discard 9H. Next time I'll challenge.", "? discard 9H"),
        ("9H\nunless Bob claims", "?? discard 9H | notice"),
        ("discard 4C you choose", "?? discard 4C"),
        ("nine lives, lol", "? discard 9H"),
        ("so long, my ace!", "? discard AC"),
        ("my nine of hearts hits the bin, gimme two fresh ones", "? discard 9H"),
        ("> discard 10S\n9H", "discard 9H"),
        ("hello", "-"),
        ("no challenge", "-"),
        ("I'm done", "done"),
        ("well done", "-"),
    ],
)
def test_ts_06_a_discard_in_the_words_of_players(text: str, said: str) -> None:
    assert read_as(GAME, TURN, "Ann", text) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("take Bob giving 9H", "take Bob giving 9H"),
        ("take bob giving nine of hearts", "take Bob giving 9H"),
        ("Take from Bob, giving 9♥", "take Bob giving 9H"),
        ("take from agent 47 giving 9H", "take Agent 47 giving 9H"),
        ("Bob, get a load of THIS: 9H!", "take Bob giving 9H"),
        ("Get a load of THIS, Bob! (9H)", "take Bob giving 9H"),
        ("Cid: get a load of THIS!! 9 of hearts", "take Cid giving 9H"),
        ("Get a load of THIS, CID!! A shiny nine of hearts", "? take Cid giving 9H"),
        ("Taking from Bob. He gets the 9♥", "? take Bob giving 9H"),
        ("Cid, give me one of yours! Here, have my nine of hearts.", "? take Cid giving 9H"),
        ("I give Bob my 9 of hearts and take one of his", "take Bob giving 9H"),
        ("Take a card from Bob and give him\n7C.", "take Bob giving 7C"),
        ("Take one of Bob's cards, giving 9H", "take Bob giving 9H"),
        ("Trade with Bob: my 9 of hearts for one of his.", "take Bob giving 9H"),
        ("Bob gets the 9H", "take Bob giving 9H"),
        ("I'll take from Bob with my 9H", "take Bob giving 9H"),
        ("take Bob giving 9H\nGet a load of THIS!", "take Bob giving 9H"),
        ("take bob 9h", "? take Bob giving 9H"),
        ("I'll take a card from Agent 47 and give him the nine", "? take Agent 47 giving 9H"),
        ("take 9H from Bob", "? take Bob giving 9H"),
        ("take Bob's 9H", "? take Bob giving 9H"),
        ("Bob, give me 9H", "? take Bob giving 9H"),
        ("swap 9H for Bob's 5C", "? take Bob giving 9H"),
        ("take Bob 9H?", "? take Bob giving 9H"),
        ("Bob 9H", "?? discard 9H | take Bob giving 9H"),
        ("Bob\n9H", "?? discard 9H | take Bob giving 9H"),
        ("Bob, I'm discarding 9H", "?? discard 9H | take Bob giving 9H"),
        ("take from Bob or Cid giving 9H", "?? take Bob giving 9H | take Cid giving 9H"),
        ("give him 9H", "?? take Bob giving 9H | take Cid giving 9H | take Agent 47 giving 9H"),
        (
            "I give Bobby my 9H",
            "?? take Bob giving 9H | take Cid giving 9H | take Agent 47 giving 9H",
        ),
        ("give Bob 9H, you're on notice", "? take Bob giving 9H"),
        ("lol Bob.\nI'll discard my 9♥. Good luck everyone!", "? discard 9H"),
        ("Discard 4C - sorry Bob", "?? discard 4C | take Bob giving 4C"),
    ],
)
def test_ts_07_a_card_taken_in_the_words_of_players(text: str, said: str) -> None:
    assert read_as(GAME, TURN, "Ann", text) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("challenge", "challenge"),
        ("You're dead to me!", "challenge"),
        ("YOU’RE DEAD TO ME!!!", "challenge"),
        ("Bob, you're dead to me!", "challenge"),
        ("*slowly stands up, turns toward Bob* You're dead to me!", "challenge"),
        ("I challenge Bob's claim", "challenge"),
        ("I'm calling Bob's bluff!", "challenge"),
        ("😤 You are dead to me 😤", "challenge"),
        ("You're bluffing!", "? challenge"),
        ("I don't believe you", "? challenge"),
        ("maybe I challenge", "? challenge"),
        ("I challenge Cid", "? challenge"),
        ("You're not dead to me", "-"),
        ("This is challenging.", "-"),
        ("I'm too chicken to challenge", "-"),
        ("should I challenge?", "?? challenge"),
        ("challenge, or discard 9H", "?? challenge | discard 9H"),
        ("discard 9H, you're dead to me", "?? discard 9H | challenge"),
        ("get a load of THIS: 9H", "?? take Cid giving 9H | take Agent 47 giving 9H"),
        ("9H, Bob", "? discard 9H"),
    ],
)
def test_ts_13_a_challenge_in_the_words_of_players(text: str, said: str) -> None:
    assert read_as(GAME, DARED, "Ann", text) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("pass", "pass"),
        ("I pass", "pass"),
        ("pass?", "? pass"),
        ("skip me", "pass"),
    ],
)
def test_ts_08_a_pass_in_the_words_of_players(text: str, said: str) -> None:
    assert read_as(GAME, STUCK, "Ann", text) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("4S", "keep 4S"),
        ("I'll keep the 4 of spades then.", "keep 4S"),
        ("I take the 4♠", "keep 4S"),
        ("4S stays", "keep 4S"),
        ("keep 4S, discard 7D", "keep 4S"),
        ("discard the 7D and keep the 4S", "keep 4S"),
        ("discard the 7D", "keep 4S"),
        ("4S\nlol", "keep 4S"),
        ("keep 4S. Done!", "keep 4S; done"),
        ("4S, no claim", "keep 4S; done"),
        ("4S and notice", "keep 4S; notice"),
        ("You're on notice! I keep 4S", "keep 4S; notice"),
        ("4♠ 😈 you are all on notice", "keep 4S; notice"),
        ("You're on notice!\n4S\nAnn", "keep 4S; notice"),
        ("keep the four", "? keep 4S"),
        ("throw the other one, I keep 4S", "? keep 4S"),
        ("I hold on to 4S", "keep 4S"),
        ("4", "? keep 4S"),
        ("keep the nine", "-"),
        ("keep", "-"),
        ("both", "-"),
        ("throw 7D or 4S", "?? keep 4S | keep 7D"),
        ("4S goes, 7D stays", "?? keep 4S | keep 7D"),
        ("keep 4S, discard 5C", "? keep 4S"),
        ("keep 4S\nkeep 7D", "?? keep 4S | keep 7D"),
        ("keep 4S but you're on notice", "keep 4S; notice"),
        ("keep 4S, notice?", "? keep 4S; notice"),
        ("keep 4S. Notice how calm I am", "? keep 4S"),
        ("I'm on notice, keep 4S", "? keep 4S"),
        ("bury the seven", "? keep 4S"),
        ("4S goes back to my hand", "? keep 4S"),
        ("the 7 goes back, nothing to see here", "? keep 4S"),
        ("keep 4S; you're on notice; done", "? keep 4S"),
        ("Oops, I meant to discard 10D instead.", "? discard 10D"),
        ("Bob, 4S", "? keep 4S"),
        ("4S. You're dead to me!", "? keep 4S"),
        ("keep 4S, notice. Tremble!", "? keep 4S; notice"),
    ],
)
def test_ts_06_ts_10_the_card_kept_and_the_end_of_the_turn(text: str, said: str) -> None:
    assert read_as(GAME, KEEPING, "Ann", text) == said


def test_ts_10_where_the_turn_ends_by_itself_who_says_so_says_nothing() -> None:
    for text in ("keep 4S, done", "4S\ndone", "4S, no claim", "hm\n4S\ndone"):
        assert read_as(GAME, KEEPING_DARED, "Ann", text) == "keep 4S"
    assert read_as(GAME, KEEPING_DARED, "Ann", "4S, you're on notice!") == "keep 4S; notice"


def test_ts_06_of_two_fours_the_one_that_goes_tells_which_is_kept() -> None:
    assert read_as(GAME, FOURS, "Ann", "keep 4S, discard the 4D") == "keep 4S"
    assert read_as(GAME, FOURS, "Ann", "keep the four") == "?? keep 4S | keep 4D"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("5C", "hand 5C"),
        ("Here, have my 5 of clubs", "hand 5C"),
        ("I hand over the 5♣", "hand 5C"),
        ("Here Bob, have my 4C", "hand 4C"),
        ("fine, 4C", "hand 4C"),
        ("I give you my 4C, Bob", "hand 4C"),
        ("have my nine, Bob", "? hand 9H"),
        ("take the ace", "? hand AC"),
        ("4C for your 9S", "? hand 4C"),
        ("have a ten", "?? hand 10D | hand 10S"),
        ("4C 7C", "?? hand 4C | hand 7C"),
        ("give me 4C", "? hand 4C"),
        ("I'll take 4C", "? hand 4C"),
        ("Bob, give back 4C", "? hand 4C"),
        ("not the ace", "-"),
        ("I pass", "?? pass | done"),
        ("hand 4C\ndiscard 9H", "? hand 4C"),
        ("Argh!\n4C\nYou're dead to me!", "? hand 4C"),
        ("4C. You're on notice!", "? hand 4C"),
        ("10D you rat", "? hand 10D"),
        ("4C. Just kidding.", "? hand 4C"),
        ("4C. I take it back.", "?? hand 4C"),
    ],
)
def test_ts_07_a_card_handed_over_in_the_words_of_players(text: str, said: str) -> None:
    assert read_as(GAME, HANDING, "Ann", text) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("4C", "top 4C"),
        ("4C on top", "top 4C"),
        ("leave the 4 of clubs on top", "top 4C"),
        ("put the four on top please", "? top 4C"),
        ("the ten on top", "?? top 10D | top 10S"),
        ("4C or 7C on top", "?? top 4C | top 7C"),
        ("15C on top", "-"),
        ("Ha, suckers! 4C on top.", "? top 4C"),
    ],
)
def test_ts_15_the_card_on_top_in_the_words_of_players(text: str, said: str) -> None:
    assert read_as(GAME, TOPPING, "Ann", text) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("NOTICE!", "notice"),
        ("YOU'RE ON NOTICE!!!", "notice"),
        ("You’re on  notice!", "notice"),
        ("you are all on notice 😈", "notice"),
        ("your on notice", "notice"),
        ("I hereby put all of you on notice", "notice"),
        ("Ladies and gentlemen, you're all on notice", "notice"),
        ("Consider yourselves on notice", "notice"),
        ("*slowly sits down* now you're on notice", "notice"),
        ("[b]You're on notice![/b]", "notice"),
        ("On notice!", "? notice"),
        ("I'm on notice", "-"),
        ("Bob, you're on notice", "? notice"),
        ("who's on notice?", "-"),
        ("maybe you're on notice", "? notice"),
        ("you're on notice 🚫", "-"),
        ("You're on notice unless Bob claims", "?? notice"),
        ("done!\nGL\nAnn", "done"),
        ("I'm done", "done"),
        ("that's it", "done"),
        ("I end my turn.", "done"),
        ("No claim this time.", "done"),
        ("I won't claim", "done"),
        ("I don't put you on notice", "done"),
        ("nothing, done", "done"),
        ("pass (no claim)", "done"),
        ("I pass", "? done"),
        ("not done", "-"),
        ("are we done", "? done"),
        ("You're on notice. Done.", "?? notice | done"),
        ("well done", "-"),
        ("that's revealing", "-"),
        ("What a turn.\nYou're on notice!", "? notice"),
    ],
)
def test_ts_10_the_end_of_a_turn_in_the_words_of_players(text: str, said: str) -> None:
    assert read_as(GAME, ENDING, "Ann", text) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("reveal", "reveal"),
        ("I reveal my hand", "reveal"),
        ("Reveal my cards to all!", "reveal"),
        ("revealing my hand", "reveal"),
        ("I'll show my hand", "? reveal"),
        ("behold!", "? reveal"),
        ("should I reveal?", "?? reveal"),
        ("I won't show my hand", "-"),
        ("that's revealing", "-"),
    ],
)
def test_ts_17_a_hand_revealed_in_the_words_of_players(text: str, said: str) -> None:
    assert read_as(GAME, WON, "Ann", text) == said


def test_ts_17_a_hand_is_revealed_before_the_next_move() -> None:
    for text in ("discard 9H\nreveal", "9H. I reveal my hand"):
        assert read_as(GAME, WON_AND_ASKED, "Ann", text) == "reveal; discard 9H"


# Out of turn, and what is typed


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("You're on notice!", "notice"),
        ("I'll discard the 9♥", "discard 9H"),
        ("Cid, get a load of THIS: 5C", "?? take Cid giving 5C | hand 5C"),
        ("maybe you're on notice", "? notice"),
        ("I'm done", "done"),
    ],
)
def test_ts_05_out_of_turn_the_rules_turn_away_what_is_surely_said(text: str, said: str) -> None:
    assert read_as(GAME, TURN, "Bob", text) == said


def test_ts_05_what_is_typed_and_not_surely_read_is_told_what_would_be_right() -> None:
    with pytest.raises(Ambiguous) as doubted:
        typed(GAME, TURN, "Ann", "discard the ten")
    assert doubted.value.readings == ("discard 10D", "discard 10S")
    assert doubted.value.clause == "TS-6"
    with pytest.raises(Unreadable) as unread:
        typed(GAME, TURN, "Ann", "lol nice")
    assert "`discard 9H` or `take bob giving 9H`" in unread.value.sentence()


@pytest.mark.parametrize("text", ["discard 9H", "pass", "You're on notice!", "reveal", "hello"])
def test_all_06_what_a_player_says_goes_under_its_name(text: str) -> None:
    with pytest.raises(Refusal, match="goes under its name"):
        typed(GAME, TURN, "host", text)


def test_all_03_a_deck_reads_back() -> None:
    for many in (1, 2):
        text = str(Shuffle(deck(many)))
        assert typed(GAME, SETUP, "chance", text) == (text,)
    with pytest.raises(Unreadable):
        typed(GAME, SETUP, "chance", "pass")


# Names

ODD_NAMES = (
    *("giving 9H", "Ann giving", "9H", "from Bob", "Not Me", "Bob or Cid", "Ten", "the other one"),
    *("Cid, Jr.", 'The "Ace"', "A card of Bob's", "Take", "x  y", "Ｂｏｂ", "Will", "notice", "1"),
)


def moves() -> st.SearchStrategy[Move]:
    """Every move with a text form, as the rules could hear it."""
    cards = st.sampled_from(deck(1))
    names = st.sampled_from((*NAMES, *ODD_NAMES))
    return st.one_of(
        *(st.builds(kind, cards) for kind in (m.Discard, m.Keep, m.Hand, m.Top)),
        st.builds(m.Take, names, cards),
        st.sampled_from((m.Notice(), m.Done(), m.Challenge(), m.Pass(), m.Reveal())),
    )


@given(moves())
def test_ts_05_to_ts_17_text_forms_read_back_without_any_state(move: Move) -> None:
    assert GAME.grammar.typed(str(move)) == move


def test_all_04_a_name_of_doubtful_words_is_quoted() -> None:
    for name, text in (
        ("giving 9H", 'take "giving 9H" giving 3C'),
        ("from Bob", 'take "from Bob" giving 3C'),
        ("9H", 'take "9H" giving 3C'),
        ("Cid, Jr.", 'take "Cid, Jr." giving 3C'),
        ("Agent 47", "take Agent 47 giving 3C"),
    ):
        assert str(m.Take(name, "3C")) == text
    both = state(("Ann", "Bob", "from Bob"))
    assert read_as(GAME, both, "Ann", "take from Bob giving 3C") == 'take "from Bob" giving 3C'
    assert read_as(GAME, both, "Ann", 'take "Bob" giving 3C') == "take Bob giving 3C"
    assert read_as(GAME, TURN, "Ann", "take from Bob giving 3C") == "take Bob giving 3C"


@pytest.mark.parametrize("name", [*ODD_NAMES, "Jack", "Mary Ann", "Zoë 🎲", "O'Neil"])
def test_all_04_a_name_in_a_sentence_is_never_another(name: str) -> None:
    now = state(("Ann", name, "Cid", "Dee"))
    for text in (f"take from {name}, giving 9H", f"I give {name} my 9H", f"{name} gets my 9H"):
        found = reading(GAME, now, "Ann", text)
        if found.is_sure and "giving 9H" not in name:
            assert found.moves == (m.Take(name, "9H"),), text


def test_all_04_names_that_mean_nothing_else_are_found() -> None:
    now = state(("Ann", "Jack", "Mary Ann Smith", "The Dealer"))
    for text, said in (
        ("I give jack my 9H", "take Jack giving 9H"),
        ("give 9H to Mary Ann Smith", "take Mary Ann Smith giving 9H"),
        ("Get a load of this, the dealer: 9H", "take The Dealer giving 9H"),
    ):
        assert read_as(GAME, now, "Ann", text) == said


# What a reading may tell

SAID = (
    *("discard", "keep", "take", "give", "hand", "top", "from", "Bob", "Cid", "9H", "4S", "7D"),
    *("the", "nine", "four", "ten", "ace", "spade", "my", "or", "?", "not", "other", "first", "."),
    *("You're on notice", "dead to me", "challenge", "done", "that's it", "get a load of this"),
    *("reveal", "\n", "and", "one of his", "draw", "pass", "I", "lol", "(", ")"),
)


@settings(max_examples=50, deadline=None)
@given(st.lists(st.sampled_from(SAID), min_size=1, max_size=7), st.sampled_from(STATES))
def test_ts_04_reading_tells_nothing_of_other_hands(said: list[str], now: s.State) -> None:
    others = tuple(
        player if player.name == "Ann" else replace(player, hand=player.hand[::-1][:3])
        for player in now.players
    )
    drawn = now.drawn if now.awaited == "Ann" else now.drawn[::-1]
    other = replace(now, players=others, draw_pile=now.draw_pile[::-1], drawn=drawn)
    text = " ".join(said)
    assert reading(GAME, now, "Ann", text) == reading(GAME, other, "Ann", text)


def test_ts_06_the_cards_drawn_are_for_their_player() -> None:
    swapped = replace(KEEPING, drawn=("6S", "5S"))
    for text in ("keep the four", "the first one", "keep", "discard 7D", "4S", "both"):
        assert reading(GAME, KEEPING, "Bob", text) == reading(GAME, swapped, "Bob", text)


@settings(max_examples=50, deadline=None)
@given(
    st.lists(st.sampled_from(SAID), max_size=7).map(" ".join) | st.text(max_size=60),
    st.sampled_from(STATES),
    st.sampled_from(("Ann", "Bob")),
)
def test_any_text_is_read_and_every_reading_is_a_text_form(
    text: str, now: s.State, who: str
) -> None:
    found = reading(GAME, now, who, text)
    for move in (*found.moves, *found.readings):
        assert GAME.grammar.typed(str(move)) == move
    assert found.moves or not found.is_sure


@pytest.mark.slow
def test_a_very_long_message_is_no_catastrophe() -> None:
    lines = ["You're on notice, all of you and you", "one of his", "9H? lol", "lol"]
    long = "\n".join([*lines * few_or_many(250, 2500), "discard 9H"])
    assert not reading(GAME, TURN, "Ann", long).is_sure
