"""The house that makes what others see: notebooks, demonstrations, and the published pages."""
