"""Runs a program on a pseudo-terminal: terminal.py COLUMNS PROGRAM ARGUMENT... Copies standard input to it and its output."""

import fcntl
import os
import pty
import select
import struct
import sys
import termios

pid, terminal = pty.fork()
if pid == 0:
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, int(sys.argv[1]), 0, 0))
    os.execvp(sys.argv[2], sys.argv[2:])
sources = [terminal, 0]
while True:
    ready, _, _ = select.select(sources, [], [])
    if 0 in ready:
        typed = os.read(0, 4096)
        if typed:
            os.write(terminal, typed)
        else:
            sources.remove(0)
    if terminal in ready:
        try:
            output = os.read(terminal, 65536)
        except OSError:  # Linux: the program has ended.
            output = b""
        if not output:
            break
        while output:
            output = output[os.write(1, output) :]
_, status = os.waitpid(pid, 0)
sys.exit(os.waitstatus_to_exitcode(status))
