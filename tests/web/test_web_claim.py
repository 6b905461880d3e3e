"""One browser is Mister X, and everybody can see that there is one."""

from __future__ import annotations

import pytest

from companion.web.claim import UNCONFIRMED, Claim, form_key, is_form_key


def test_the_first_takes_it_and_nobody_else_can() -> None:
    claim = Claim()
    secret = claim.take()
    assert secret
    assert claim.taken
    assert claim.take() is None
    assert claim.holds(secret)


def test_only_the_holders_secret_counts() -> None:
    claim = Claim()
    assert not claim.holds("")
    assert not claim.holds(None)
    secret = claim.take()
    assert secret
    for wrong in (None, "", secret[:-1], secret + "x", secret.swapcase(), "ü", "\udcff"):
        assert not claim.holds(wrong)


def test_freeing_ends_it_at_once_and_the_next_gets_another_secret() -> None:
    claim = Claim()
    first = claim.take()
    claim.free()
    assert not claim.taken
    assert not claim.holds(first)
    second = claim.take()
    assert second
    assert second != first
    assert not claim.holds(first)


def test_a_watcher_hears_every_change_and_nothing_else() -> None:
    claim = Claim()
    heard: list[bool] = []
    leave = claim.watch(heard.append)
    claim.free()
    claim.take()
    claim.take()
    claim.free()
    assert heard == [True, False]
    assert claim.changes == 2
    leave()
    leave()
    claim.take()
    assert heard == [True, False]


def test_a_watcher_may_free_what_was_just_taken() -> None:
    claim = Claim()
    claim.watch(lambda taken: claim.free() if taken else None)
    secret = claim.take()
    assert not claim.taken
    assert not claim.holds(secret)


def test_a_form_key_tells_nothing_of_the_secret_and_fits_no_other() -> None:
    key = form_key("a secret")
    assert "secret" not in key
    assert is_form_key(key, "a secret")
    assert not is_form_key(key, "another")
    assert not is_form_key("", "a secret")
    assert not is_form_key("ü\udcff", "a secret")


def test_what_is_written_down_restores_the_holder_and_tells_nobody_the_secret() -> None:
    claim, later = Claim(), Claim()
    secret = claim.take()
    assert secret
    assert claim.digest is None  # nobody knows yet whether that browser keeps its secrets
    claim.confirm(secret)
    assert claim.digest
    assert secret not in claim.digest
    later.restore(claim.digest)
    assert later.holds(secret)
    assert not later.holds(claim.digest)
    assert later.take() is None
    later.free()
    assert later.digest is None


@pytest.mark.parametrize("damaged", [None, "", 7, "0" * 63, "z" * 64, ["0" * 64], {"a": 1}, "0" * 64 + "\n"])
def test_what_is_no_digest_is_no_holder(damaged: object) -> None:
    claim = Claim()
    claim.restore(damaged)
    assert not claim.taken
    assert claim.take()


def test_a_holder_who_never_came_back_can_be_succeeded_after_a_while() -> None:
    now = [0.0]
    claim = Claim(lambda: now[0])
    first = claim.take()
    now[0] = UNCONFIRMED - 0.1
    assert claim.take() is None
    assert claim.holds(first)
    now[0] = UNCONFIRMED
    second = claim.take()
    assert second
    assert claim.holds(second)
    assert not claim.holds(first)
    assert claim.changes == 2


def test_a_holder_who_came_back_once_is_never_succeeded() -> None:
    now = [0.0]
    claim = Claim(lambda: now[0])
    secret = claim.take()
    claim.confirm("another")
    claim.confirm(None)
    claim.confirm(secret)
    now[0] = 1e6
    assert claim.take() is None
    claim.free()
    assert claim.take()
    now[0] += UNCONFIRMED
    assert claim.take(), "the one before was confirmed, this one was not"


def test_a_holder_from_an_earlier_evening_does_not_lapse() -> None:
    now = [0.0]
    claim, later = Claim(), Claim(lambda: now[0])
    claim.confirm(claim.take())
    later.restore(claim.digest)
    now[0] = 1e6
    assert later.take() is None
