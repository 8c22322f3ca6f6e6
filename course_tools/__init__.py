"""What teachers, lecturers and authors run: build, grade, leagues, servers, engines, lectures."""
