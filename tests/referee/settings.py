"""How hypothesis runs here: the same examples every time, as long as they take, nothing kept on the disk."""

from hypothesis import HealthCheck, settings

STEADY = settings(
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
