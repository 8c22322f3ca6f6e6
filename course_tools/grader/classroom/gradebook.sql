-- What `gradebook.py` asks of a gradebook, by name; `new_id()` is a name as nbgrader makes them.

-- views: what a student has handed in for a lesson, with the grades and comments of its cells, by indexes
CREATE TEMP VIEW work AS
    SELECT student_id AS student, assignment.name AS lesson, one.id AS notebook, source.id AS source,
           whole.id AS submission, coalesce(late_submission_penalty, 0) AS penalty
    FROM assignment
    JOIN notebook source ON source.assignment_id = assignment.id
    JOIN submitted_assignment whole ON whole.assignment_id = assignment.id
    CROSS JOIN submitted_notebook one ON one.assignment_id = whole.id AND one.notebook_id = source.id;
CREATE TEMP VIEW grades AS
    SELECT student, lesson, penalty, grade.id, name, auto_score, manual_score, extra_credit,
           coalesce(manual_score + coalesce(extra_credit, 0), auto_score + coalesce(extra_credit, 0), 0)
           AS score
    FROM work JOIN base_cell cell ON cell.notebook_id = source
    CROSS JOIN grade ON grade.notebook_id = notebook AND cell_id = cell.id;
CREATE TEMP VIEW comments AS
    SELECT student, lesson, comment.id, name, trim(coalesce(manual_comment, '')) AS words
    FROM work JOIN base_cell cell ON cell.notebook_id = source
    CROSS JOIN comment ON comment.notebook_id = notebook AND cell_id = cell.id;
CREATE TEMP VIEW cells AS
    SELECT cell.id, cell.name, type, notebook_id, notebook.name AS lesson
    FROM base_cell cell JOIN notebook ON notebook.id = notebook_id;

-- seeds
CREATE TABLE IF NOT EXISTS hidden_cases (seed VARCHAR NOT NULL);

-- seed
DELETE FROM hidden_cases;
INSERT INTO hidden_cases VALUES (:seed);

-- forget: the exercises of a lesson for which nobody has grades yet
DELETE FROM grade_cells WHERE id IN (SELECT id FROM cells WHERE lesson = :lesson);
DELETE FROM solution_cells WHERE id IN (SELECT id FROM cells WHERE lesson = :lesson);
DELETE FROM source_cell WHERE notebook_id IN (SELECT id FROM notebook WHERE name = :lesson);
DELETE FROM base_cell WHERE notebook_id IN (SELECT id FROM notebook WHERE name = :lesson);

-- lesson
INSERT OR IGNORE INTO course VALUES (:course);
INSERT OR IGNORE INTO assignment VALUES (new_id(), :lesson, NULL, :course);
INSERT OR IGNORE INTO notebook
    SELECT new_id(), :lesson, id, :kernel FROM assignment WHERE name = :lesson;

-- cell: one that is graded, or holds an answer
INSERT OR IGNORE INTO base_cell
    SELECT new_id(), :name, id, iif(:grade, 'GradeCell', 'SolutionCell')
    FROM notebook WHERE name = :lesson;
INSERT OR REPLACE INTO grade_cells
    SELECT id, :points, :cell_type FROM cells WHERE lesson = :lesson AND name = :name AND :grade;
INSERT OR IGNORE INTO solution_cells
    SELECT id FROM cells WHERE lesson = :lesson AND name = :name AND NOT :grade;
INSERT OR REPLACE INTO source_cell
    SELECT new_id(), :name, :cell_type, :locked, :source, :checksum, id
    FROM notebook WHERE name = :lesson;

-- student
INSERT OR IGNORE INTO student (id) VALUES (:student);
UPDATE student SET first_name = nullif(:first, ''), last_name = nullif(:last, '')
    WHERE id = :student AND coalesce(first_name, last_name, '') = '';

-- submission: with a grade and a comment for each cell that has one
INSERT OR IGNORE INTO submitted_assignment (id, assignment_id, student_id)
    SELECT new_id(), id, :student FROM assignment WHERE name = :lesson;
INSERT OR IGNORE INTO submitted_notebook
    SELECT new_id(), one.id, notebook.id, 0, NULL
    FROM submitted_assignment one JOIN notebook USING (assignment_id)
    WHERE notebook.name = :lesson AND student_id = :student;
INSERT OR IGNORE INTO grade (id, notebook_id, cell_id, needs_manual_grade)
    SELECT new_id(), notebook, cells.id, 1 FROM work JOIN cells USING (lesson)
    WHERE lesson = :lesson AND student = :student AND type = 'GradeCell';
INSERT OR IGNORE INTO comment (id, notebook_id, cell_id)
    SELECT new_id(), notebook, cells.id FROM work JOIN cells USING (lesson)
    WHERE lesson = :lesson AND student = :student AND type = 'SolutionCell';

-- time
UPDATE submitted_assignment SET timestamp = :time
    WHERE id IN (SELECT submission FROM work WHERE lesson = :lesson AND student = :student);

-- exercise
UPDATE grade SET auto_score = :points, needs_manual_grade = CASE
        WHEN :failed OR (manual_score IS NOT NULL AND auto_score IS NOT :points) THEN 1
        WHEN manual_score IS NULL THEN 0
        ELSE needs_manual_grade END
    WHERE id IN (SELECT id FROM grades WHERE lesson = :lesson AND student = :student
                 AND name = 'check_' || :name);
UPDATE comment SET auto_comment = :words
    WHERE id IN (SELECT id FROM comments WHERE lesson = :lesson AND student = :student
                 AND name = :name);

-- penalty
UPDATE submitted_notebook SET late_submission_penalty = nullif(:lost, 0)
    WHERE id IN (SELECT notebook FROM work WHERE lesson = :lesson AND student = :student);

-- by_hand: as the formgrader gives points
UPDATE grade SET manual_score = :points, needs_manual_grade = 0
    WHERE id IN (SELECT id FROM grades WHERE lesson = :lesson AND student = :student
                 AND name = 'check_' || :name);

-- comment
UPDATE comment SET manual_comment = :words
    WHERE id IN (SELECT id FROM comments WHERE lesson = :lesson AND student = :student
                 AND name = :name);
