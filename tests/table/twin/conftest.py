import pytest

from table.twin.faces import Deck, design
from table.twin.light import Lamp
from table.twin.picture import Studio
from vision.mat import Mat, load_mat


@pytest.fixture(scope="session")
def mat() -> Mat:
    return load_mat("table-60x42")


@pytest.fixture(scope="session")
def deck() -> Deck:
    return Deck(design("plain"), px_per_mm=6)


@pytest.fixture(scope="session")
def studio(mat: Mat, deck: Deck) -> Studio:
    return Studio(mat, deck, seed=1)


@pytest.fixture(scope="session")
def even_studio(mat: Mat, deck: Deck) -> Studio:
    """Even light and no noise."""
    return Studio(mat, deck, lamp=Lamp(falloff=0.0, hot_spot=0.0, noise=0.0))
