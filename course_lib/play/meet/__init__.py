"""What a program needs to meet others: `connect` a player to a server, in the Go Text Protocol."""

from course_lib.play.meet.connecting import connect, meet
from course_lib.play.meet.gtp_engine import GtpEngine

__all__ = ["GtpEngine", "connect", "meet"]
