"""Property tests try the same examples in the same order everywhere, and few enough not to be waited for."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "cardtable",
    derandomize=True,
    database=None,
    deadline=None,  # a slow machine is no fault of the rule
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("cardtable")
