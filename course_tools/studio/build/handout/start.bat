@echo off
rem On Windows, a double click starts this file: it sets everything up, which takes a few minutes
rem the first time, and opens the notebooks in your browser.
cd /d "%~dp0"
set "PYTHON="
for %%p in ("py -3" "python" "python3") do if not defined PYTHON %%~p -c "import sys; sys.exit(sys.version_info < (3, 11))" >nul 2>&1 && set "PYTHON=%%~p"
if not defined PYTHON (
  echo Python 3.11 or newer is needed, and none was found here. Install it from python.org, then start this file again.
  pause
  exit /b 1
)
%PYTHON% .ci\setup.py && .venv\Scripts\course lab %*
if errorlevel 1 pause
