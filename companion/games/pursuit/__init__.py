"""The rules of the Scotland Yard family: pure, immutable, standard library only.

The way through: a command (:mod:`commands`) goes to :func:`decide`, which answers with events
(:mod:`events`) or refuses; :func:`apply` folds an event into the :class:`Game`. What lies open on the
table and what only Mister X knows are two separate halves of a game (:mod:`game`): views and the
deduction are built from the open half alone.
"""
