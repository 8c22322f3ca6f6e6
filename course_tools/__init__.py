"""What teachers, lecturers and authors run: build, grade, leagues, servers, engines, lectures."""

import sys
from typing import Any

_modules: dict[str, Any] = sys.modules
# nbformat loads grammars of addresses and times when it is imported, which takes over a second,
# for kinds of text that no notebook has. It does without where they can't be imported.
for _grammar in ("rfc3987_syntax", "rfc3986_validator", "isoduration"):
    _modules.setdefault(_grammar, None)
