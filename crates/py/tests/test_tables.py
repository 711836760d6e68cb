"""Games, deals, moves and views: the same as in the program, and errors in sentences."""

import copy
import pickle
import random
from collections.abc import Callable
from pathlib import Path

import pytest

import talon

Program = Callable[..., str]


def played(table: talon.Table, moves: int, seed: int) -> talon.Table:
    chance = random.Random(seed)
    for _ in range(moves):
        legal = table.moves()
        if not legal:
            break
        table.play(chance.choice(legal))
    return table


def test_every_game_is_dealt_played_and_taken_back() -> None:
    for game in talon.games():
        table = game.deal(3)
        start = copy.deepcopy(table)
        told = [table.play(table.moves()[-1]) for _ in range(20) if table.moves()]
        assert all(sentence[0].isupper() and sentence.endswith(".") for sentence in told)
        assert len(table.history) == len(told)
        assert pickle.loads(pickle.dumps(table)) == table
        assert table.copy().history == table.history
        table.undo(len(told))
        assert table == start
        assert table.history == []


@pytest.mark.parametrize(
    ("game", "deal"),
    [
        ("klondike", "42"),
        ("freecell", "ms:617"),
        ("canfield", "pysol:94118177207124443136"),
        ("klondike", "kpat:1268489590"),
        ("spider", "solvitaire:7"),
    ],
)
def test_deals_are_those_of_the_program(talon_program: Program, game: str, deal: str) -> None:
    table = talon.game(game).deal(deal)
    for form in ["cards", "piles", "solvitaire", "board"]:
        assert table.export(form) == talon_program("deal", game, "--deal", deal, "--export", form)


def test_rules_are_those_of_the_program(talon_program: Program, tmp_path: Path) -> None:
    text = 'base = "canfield"\nname = "generous"\ncolumns = 5\nreserve_up = true\n'
    path = tmp_path / "generous.toml"
    path.write_text(text)
    game = talon.Game.from_file(path)
    assert game == talon.Game.from_toml(text)
    assert pickle.loads(pickle.dumps(game)) == game
    assert pickle.loads(pickle.dumps(game.deal(5))) == game.deal(5)
    assert game == talon.Game.from_dict(
        {"base": "canfield", "name": "generous", "title": "generous"}
    ).replace(columns=5, reserve_up=True)
    dealt = talon_program("deal", "--rules", str(path), "--deal", "9", "--export", "piles")
    assert game.deal(9).export("piles") == dealt
    listed = talon_program("games")
    assert all(game.name in listed for game in talon.games())


def test_boards_of_other_programs_are_read() -> None:
    table = played(talon.game("freecell").deal("ms:11982"), 8, 1)
    for form in ["piles", "board", "solvitaire"]:
        assert talon.game("freecell").read(table.export(form)).piles == table.piles


def test_games_are_values() -> None:
    for game in talon.games():
        assert pickle.loads(pickle.dumps(game)) == game
        again = talon.Game.from_dict(game.rules)
        assert again == game
        assert hash(again) == hash(game)
        assert game.sheet().startswith("# ")
    assert talon.game("klondike") != talon.game("klondike", draw=3)
    assert len({talon.game("spider"), talon.game("Spider"), talon.game("spider-2")}) == 2


def test_mistakes_are_told_in_sentences(tmp_path: Path) -> None:
    table = talon.game("klondike").deal(1)
    moves = [
        ("redeal", r"^There are still cards in the stock\.$"),
        ("9-1", r"^This game has no column 9\.$"),
        ("nonsense", "is neither a pile .* nor a move"),
    ]
    for move, said in moves:
        with pytest.raises(talon.IllegalMove, match=said):
            table.play(move)
    with pytest.raises(talon.IllegalMove, match=r"^Only 0 moves can be taken back, not 1\.$"):
        table.undo()
    with pytest.raises(talon.AddressError, match="is neither a pile"):
        table.view().top("column 1")
    with pytest.raises(talon.UnknownGame, match=r'^There is no game called "spidr"; did you mean'):
        talon.game("spidr")
    with pytest.raises(talon.RulesError, match=r"[Dd]raw must be a whole number from 1 to"):
        talon.game("klondike", draw="many")
    with pytest.raises(talon.RulesError, match="did you mean draw"):
        talon.game("klondike", drew=3)
    with pytest.raises(talon.RulesError, match="must name the game to start from"):
        talon.Game.from_dict({"draw": 3})
    with pytest.raises(talon.DealError, match="has no deal 0"):
        talon.game("freecell").deal("ms:0")
    with pytest.raises(talon.DealError, match="not known how Solvitaire deals"):
        talon.game("spider-2").deal("solvitaire:1")
    with pytest.raises(talon.DealError, match="The text is empty"):
        talon.game("klondike").read("")
    with pytest.raises(FileNotFoundError):
        talon.Game.from_file(tmp_path / "nothing.toml")
    with pytest.raises(TypeError, match="a rule is a number"):
        talon.game("klondike", draw=object())
    with pytest.raises((OverflowError, TypeError)):
        talon.game("klondike").deal(-1)
    for error in (talon.UnknownGame, talon.RulesError, talon.DealError, talon.IllegalMove):
        assert issubclass(error, talon.TalonError)


def everything(view: talon.View) -> list[object]:
    """Everything that a view tells."""
    told: list[object] = [str(view), repr(view), view.svg(), view._repr_html_()]
    for name in dir(view):
        value = getattr(view, name)
        if not name.startswith("_") and not callable(value):
            told.append((name, value))
    told += [view.moves(), view.status(), [view.top(pile) for pile in view.piles]]
    told += [view.imagine(seed).piles for seed in (0, 1)]
    return told


def test_a_view_tells_nothing_that_the_player_does_not_know() -> None:
    for game in talon.games():
        for moves in (0, 12, 40):
            view = played(game.deal(moves), moves, moves).view()
            # Another table with the same view, on which the hidden cards lie elsewhere.
            other = view.imagine(moves + 1)
            assert everything(other.view()) == everything(view)
            with pytest.raises(TypeError):
                pickle.dumps(view)


def test_pictures_show_what_is_seen() -> None:
    for game in talon.games():
        table = game.deal(2)
        view = table.view()
        svg = table._repr_html_()
        assert svg.startswith("<svg ")
        assert svg.endswith("</svg>")
        assert "xmlns" in svg
        assert str(table) == str(view)
        hidden = any(None in cards for cards in view.piles.values())
        assert ("#talon-back" in svg) == hidden
        assert ("xx" in str(table)) == hidden
