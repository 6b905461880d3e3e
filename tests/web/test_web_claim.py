"""One browser is Mister X, and everybody can see that there is one."""

from __future__ import annotations

from companion.web.claim import Claim, form_key, is_form_key


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
