# Grading in a container, from a clone of this repository (it holds solutions and hidden cases):
#   docker build -f deploy/grading.Dockerfile -t course-grading .
#   docker run --rm --network none --security-opt seccomp=unconfined \
#     --security-opt apparmor=unconfined --security-opt systempaths=unconfined \
#     -v "$PWD/class:/class:ro" -v "$PWD/grading:/srv/course/grading" \
#     course-grading course grade /class --lesson 02
# Students' code runs in bubblewrap, which makes namespaces of its own. Docker's usual rules forbid
# that, and the three --security-opt lift them for this container; --privileged is not needed. The
# host has to allow user namespaces to everybody (on Ubuntu 24.04 and later, see
# kernel.apparmor_restrict_unprivileged_userns). Where something is still forbidden, `course grade`
# says what, and grades nothing. Somebody with the number 1000 must be able to write to grading/.
FROM python:3.13-slim
RUN apt-get update && apt-get install -y --no-install-recommends bubblewrap && rm -rf /var/lib/apt/lists/*
RUN useradd --create-home --uid 1000 grader && install --directory --owner=grader /srv/course
USER grader
WORKDIR /srv/course
COPY --chown=grader . .
RUN python .ci/setup.py
ENV PATH=/srv/course/.venv/bin:$PATH
CMD ["course", "doctor"]
