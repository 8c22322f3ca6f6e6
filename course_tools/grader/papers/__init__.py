"""Questions on paper and screen: exams, quizzes, and questions to students about their own code."""
