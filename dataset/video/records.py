"""Records of a film file. Light: imports neither ffmpeg nor numpy."""

from fractions import Fraction

from pydantic import Field

from geometry.record import Record


class FilmShape(Record):
    """What a film file must hold."""

    frames: int = Field(gt=0)
    width_px: int = Field(gt=0)
    height_px: int = Field(gt=0)
    fps: float = Field(gt=0)

    @property
    def rate(self) -> Fraction:
        """Frames per second as the exact ratio, so that 29.97 is 30000/1001."""
        return Fraction(self.fps).limit_denominator(1001)

    @property
    def duration_s(self) -> float:
        return float(self.frames / self.rate)


class VideoFacts(FilmShape):
    """A film file as it was written."""

    size_bytes: int
    sha256: str
