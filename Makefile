# A thin wrapper: tools/tasks.py does the work, with and without make.
# Another Python: make PYTHON=python3.12 read.  More words for a task: make test ARGS="--only lint".
PYTHON ?= python3
TASKS = read lab restore check test build course links pdf lite notebooks odds fresh bench wheel release browser assets lock clean distclean

.PHONY: help $(TASKS)

help:
	@$(PYTHON) tools/tasks.py help

$(TASKS):
	@$(PYTHON) tools/tasks.py $@ $(ARGS)
