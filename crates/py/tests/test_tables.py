"""Games, deals, moves and views agree with the program `talon`."""

import pickle

import pytest

import talon


def test_every_game_is_dealt_and_played() -> None:
    for game in talon.games():
        table = game.deal(3)
        start = table.copy()
        for _ in range(30):
            moves = table.moves()
            if not moves:
                break
            assert moves == table.view().moves()
            assert table.play(moves[-1]).endswith(".")
        table.undo(len(table.history))
        assert table == start


def test_mistakes_are_told_in_sentences() -> None:
    with pytest.raises(talon.UnknownGame, match=r'^There is no game called "spidr"; did you mean'):
        talon.game("spidr")
    with pytest.raises(talon.RulesError, match="draw must be a whole number from 1 to"):
        talon.game("klondike", draw="many")
    with pytest.raises(talon.DealError, match="Microsoft has no deal 0"):
        talon.game("freecell").deal("ms:0")
    table = talon.game("klondike").deal(1)
    with pytest.raises(talon.IllegalMove, match=r"^There are still cards in the stock\.$"):
        table.play("redeal")
    with pytest.raises(talon.IllegalMove, match="is neither a pile"):
        table.play("nonsense")
    with pytest.raises(talon.IllegalMove, match="Only 0 moves can be taken back, not 1"):
        table.undo()
    for error in (talon.UnknownGame, talon.RulesError, talon.DealError, talon.IllegalMove):
        assert issubclass(error, talon.TalonError)


def test_games_are_values() -> None:
    for game in talon.games():
        assert pickle.loads(pickle.dumps(game)) == game
        assert hash(talon.Game.from_dict(game.rules)) == hash(game)
