"""The command line; each command is a module in `commands/`, loaded on demand.

What the commands share: `options` and `outputs` (options of several commands), `console`
(printing), `campaigning` and `campaign_progress` (long searches and the record book),
`chain_proving` and `parts_in_book` (proofs in parts), `book_state` and `record_lines` (the book,
printed), `magic_formats` (magics, printed), `board` (boards, printed) and `table_named` (a table by
name or file).
"""

from __future__ import annotations

import io
import os
import signal
import sys
from difflib import get_close_matches
from importlib import import_module

import click

from magicbb.arguments import short_repr
from magicbb.public import __version__

GROUPS = {
    "Chess": ("attacks", "perft"),
    "Tables": ("build", "verify", "export", "schemes", "bench"),
    "Explanations": ("explain", "explore"),
    "Research": ("find", "pack", "prove", "check", "records", "resume"),
}
"""The commands grouped by purpose, as listed in the help."""

COMMANDS = tuple(sorted(name for names in GROUPS.values() for name in names))
"""The names of all commands; each is the function `command` in the module of that name."""

_INSTEAD = {"help": "magicbb --help", "version": "magicbb --version"}
"""Suggestions for words that are not commands but that users might try."""

BAD_INPUT, INTERRUPTED = 2, 130
"""The exit statuses after an error and after Ctrl-C."""

_SIGNALLED = 128  # exit status after a signal: this plus the signal's number


class _Commands(click.Group):
    """A click group that imports a command's module when it is needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return super().get_command(ctx, cmd_name)
        command: click.Command = import_module(f"magicbb.cli.commands.{cmd_name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; for an unknown name, suggest the closest command."""
        name = args[0]
        if name in COMMANDS or name.startswith("-"):
            return super().resolve_command(ctx, args)
        close = [_INSTEAD[name]] if name in _INSTEAD else get_close_matches(name, COMMANDS, 1)
        meant = f"; did you mean {close[0]}?" if close else "; magicbb --help lists the commands"
        raise click.UsageError(f"no such command: {short_repr(name)}{meant}")

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands by purpose."""
        for title, names in GROUPS.items():
            commands = [(name, self.get_command(ctx, name)) for name in names]
            with formatter.section(title):
                formatter.write_dl(
                    [(name, command.get_short_help_str()) for name, command in commands if command]
                )


@click.command(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"]},
    invoke_without_command=True,
)
@click.version_option(__version__, message="magicbb %(version)s")
@click.pass_context
def magicbb(ctx: click.Context) -> None:
    """Find, verify, pack, export and prove magic bitboards."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def main() -> None:
    """Run the command line; errors are reported as one sentence on standard error."""
    _end_in_order()
    _prepare_output()
    try:
        status = magicbb.main(prog_name="magicbb", standalone_mode=False)
        if sys.stdout is not None:
            sys.stdout.flush()
    except click.ClickException as error:
        status = _complain(error.format_message())
    except (click.Abort, KeyboardInterrupt) as error:
        ended = error.__cause__ or error  # click raises Abort from what it caught
        if isinstance(ended, _Terminated):
            status = _SIGNALLED + ended.number
        else:
            status = _complain("interrupted", INTERRUPTED)
    except BrokenPipeError:
        status = 1  # the reader has closed the pipe
    except (ValueError, TypeError, LookupError) as error:
        status = _complain(str(error))
    except MemoryError as error:
        status = _complain(f"not enough memory: {error}".removesuffix(": "))
    except OSError as error:
        name = f"{error.filename}: " if error.filename else ""
        reason = "is a directory, not a file" if isinstance(error, IsADirectoryError) else None
        status = _complain(f"{name}{reason or error.strerror or error}")
    _drop_output()
    sys.exit(status)


def _prepare_output() -> None:
    """Buffer standard output, and escape what its encoding lacks.

    Under PYTHONUNBUFFERED, Python ignores short writes, which would truncate the output silently.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    raw = getattr(sys.stdout, "buffer", None)
    if isinstance(sys.stdout, io.TextIOWrapper) and isinstance(raw, io.RawIOBase):
        sys.stdout = io.TextIOWrapper(
            io.BufferedWriter(raw), sys.stdout.encoding, "backslashreplace", line_buffering=True
        )


def _drop_output() -> None:
    """Drop what cannot be written, so that Python does not try again when it exits."""
    if sys.stdout is not None and not sys.stdout.closed:
        try:
            sys.stdout.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class _Terminated(KeyboardInterrupt):
    """SIGTERM or SIGHUP.

    A KeyboardInterrupt, because Python's compiler, which runs while modules load, drops all other
    exceptions where it folds a constant such as ``2**64``.
    """

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def _end_in_order() -> None:
    """Make SIGTERM and SIGHUP end the program like Ctrl-C, leaving no half-written files."""

    def end(number: int, _frame: object) -> None:
        raise _Terminated(number)

    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) == signal.SIG_DFL:
            signal.signal(number, end)


def _complain(sentence: str, status: int = BAD_INPUT) -> int:
    from magicbb.cli.console import printable

    shown = printable(sentence, kept="\n")
    click.echo(f"magicbb: {shown}", err=True)
    return status
