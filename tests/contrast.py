"""How far colours stand apart, for tests of whatever has words on a ground."""


def contrast(one, other):
    """How far two colours like #0072B2 stand apart, from 1 to 21; words need 4.5 (WCAG 2)."""

    def luminance(colour):
        parts = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
        red, green, blue = (
            part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    bright, dark = sorted(map(luminance, (one, other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)
