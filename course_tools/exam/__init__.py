"""Questions for paper and quizzes: problems to solve by hand, and the lessons' guesses."""
