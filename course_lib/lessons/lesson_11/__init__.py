"""What lesson 11 hands out: claims, measurements, posters, ten questions, its exercises' data."""
