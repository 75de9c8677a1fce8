"""Declare kernels, and fingerprint everything that determines their object code.

A kernel is written as a plain function and may use only its arguments, other kernels, intrinsics,
functions of Python's C API, and `Word` constants. This is little enough that *all* of it, including
every function it calls in any file, can be fingerprinted in microseconds, so object code cached
under that fingerprint is never stale.
"""

from __future__ import annotations

import ctypes
import functools
import hashlib
import opcode
import sys
import types as python_types
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, TypeVar, cast

import numpy as np

from magicbb.compile.types import signature_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

F = TypeVar("F", bound="Callable[..., Any]")
P = ParamSpec("P")
R = TypeVar("R")
K = TypeVar("K", bound="Kernel[..., Any]")


class Kernel(Generic[P, R]):
    """A function that other kernels may call; it is inlined into each caller.

    When called from Python, it runs as a plain function, which is slow and meant for tests.
    """

    def __init__(self, function: Callable[P, R]) -> None:
        self.function = function
        functools.update_wrapper(self, function)
        _check_declaration(function)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """Run the function uncompiled."""
        return self.function(*args, **kwargs)

    def names(self) -> dict[str, Any]:
        """The globals that the function uses, by name."""
        known = self.function.__globals__
        names = [name for code in _codes(self.function.__code__) for name in global_names(code)]
        return {name: known[name] for name in names if name in known}

    def cells(self) -> tuple[Any, ...]:
        """The values that the function closes over."""
        return tuple(cell.cell_contents for cell in self.function.__closure__ or ())

    @functools.cached_property
    def fingerprint(self) -> bytes:
        """A digest of everything that determines the kernel's object code."""
        return _digest(type(self).__name__, *self.identity())

    def identity(self) -> tuple[object, ...]:
        """The function's code and everything that it uses, directly or indirectly."""
        return (
            _code_identity(self.function.__code__, strings=False),
            sorted((name, _identity(value)) for name, value in self.names().items()),
            [_identity(value) for value in self.cells()],
        )


class Typed(Kernel[P, R]):
    """A kernel that affects its callers only through its name and signature."""

    def __init__(self, function: Callable[P, R]) -> None:
        super().__init__(function)
        self.signature = signature_of(function)

    def identity(self) -> tuple[object, ...]:
        """The name and the signature."""
        return (self.function.__name__, self.signature)


class Intrinsic(Typed[P, R]):
    """A kernel that compiles to a few machine instructions.

    The function is the reference implementation; `emit(builder, *values)` generates the LLVM
    instructions and returns their result.
    """

    def __init__(self, function: Callable[P, R], emit: Callable[..., Any]) -> None:
        super().__init__(function)
        self.emit = emit

    def identity(self) -> tuple[object, ...]:
        """The name, the signature and the code of `emit` with everything that it calls."""
        return (*super().identity(), _python_identity(self.emit))


class Vectorized(Intrinsic[P, R]):
    """A kernel on several words that is compiled to SIMD instructions.

    Code that reads kernels, such as the exports, uses the function; only the compiler uses `emit`.
    """


class External(Typed[P, R]):
    """A function of Python's C API that kernels can call by its name."""

    @property
    def address(self) -> int:
        """The function's address in this process."""
        name = self.function.__name__
        if name == "PyObject_Vectorcall" and sys.version_info < (3, 11):
            # Before Python 3.11, PyObject_Vectorcall is an inline function; for functions written
            # in Python, _PyFunction_Vectorcall does the same.
            name = "_PyFunction_Vectorcall"
        pointer = ctypes.cast(getattr(ctypes.pythonapi, name), ctypes.c_void_p)
        return pointer.value or 0


FORWARD = "magicbb_forward_"
"""The symbol prefix of forward declarations."""


class Forward(Typed[P, R]):
    """A forward declaration, through which an outlined kernel is called recursively.

    The caller is the outlined kernel itself or a kernel inlined into it. The outlined kernel is
    then declared with `recursive`.
    """

    @property
    def symbol(self) -> str:
        """The symbol that stands for the kernel until it is defined."""
        return f"{FORWARD}{self.function.__name__}"


class Outlined(Typed[P, R]):
    """A kernel that is compiled once and called, whereas all others are inlined.

    This is for large kernels that are called from several places, and for recursive ones.
    """

    def __init__(self, function: Callable[P, R], itself: Forward[P, R] | None) -> None:
        super().__init__(function)
        self.itself = itself

    def identity(self) -> tuple[object, ...]:
        """The identity as a plain kernel, the signature, and the forward declaration's digest."""
        itself = self.itself and self.itself.fingerprint
        return (*Kernel.identity(self), self.signature, itself)

    @property
    def symbol(self) -> str:
        """The kernel's symbol in object code."""
        return f"magicbb_{self.fingerprint.hex()}"


class Alias(Kernel[P, R]):
    """A kernel that compiled code replaces with a Python builtin that Numba supports."""

    def __init__(self, function: Callable[P, R], builtin: Any) -> None:
        super().__init__(function)
        self.builtin = builtin

    def identity(self) -> tuple[object, ...]:
        """The builtin's name."""
        return (repr(self.builtin),)


def kernel(function: F) -> F:
    """Declare a function as a kernel."""
    return cast("F", Kernel(function))


def intrinsic(emit: Callable[..., Any]) -> Callable[[F], F]:
    """Declare a function as an intrinsic, compiled to the instructions from `emit`."""
    return lambda function: cast("Any", Intrinsic(function, emit))


def vectorized(emit: Callable[..., Any]) -> Callable[[F], F]:
    """Declare a function as a vectorized kernel, compiled with `emit`; see `vectors`."""
    return lambda function: cast("Any", Vectorized(function, emit))


def alias(builtin: Any) -> Callable[[F], F]:
    """Declare a function that compiled code replaces with a Python builtin."""
    return lambda function: cast("Any", Alias(function, builtin))


def external(function: F) -> F:
    """Declare a stub for the function of the same name in Python's C API."""
    return cast("F", External(function))


def forward(function: F) -> F:
    """Declare a stub through which an outlined kernel can be called before it is defined."""
    return cast("F", Forward(function))


def outlined(function: F) -> F:
    """Declare a function as a kernel that is called, not inlined."""
    return cast("F", Outlined(function, None))


def recursive(itself: Callable[..., Any]) -> Callable[[F], F]:
    """Declare a function as an outlined kernel that calls itself through the stub `itself`.

    Raises:
        TypeError: `itself` is not a forward declaration, or its signature differs.
    """
    if not isinstance(itself, Forward):
        raise TypeError(f"a kernel calls itself through a forward declaration, not {itself!r}")

    def declare(function: F) -> F:
        kernel = Outlined(function, itself)
        if kernel.signature != itself.signature:
            name = function.__qualname__
            raise TypeError(f"{name} is {kernel.signature}, but declared as {itself.signature}")
        return cast("F", kernel)

    return declare


def called_by(root: Kernel[..., Any], kind: type[K]) -> list[K]:
    """The distinct kernels of a given type that a kernel calls, directly or indirectly."""
    found = {kernel.fingerprint: kernel for kernel in _used(root) if isinstance(kernel, kind)}
    return [*found.values()]


def _used(root: Kernel[..., Any]) -> Iterator[Kernel[..., Any]]:
    for value in (*root.names().values(), *root.cells()):
        if isinstance(value, Kernel):
            yield value
            if not isinstance(value, (Intrinsic, Alias, External, Forward)):
                yield from _used(value)


def _codes(code: python_types.CodeType) -> Iterator[python_types.CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, python_types.CodeType):
            yield from _codes(constant)


_LOAD_GLOBAL, _EXTENDED = opcode.opmap["LOAD_GLOBAL"], opcode.opmap["EXTENDED_ARG"]
_FLAG_BITS = int(sys.version_info >= (3, 11))  # flag bits below the name's index


def global_names(code: python_types.CodeType) -> list[str]:
    """The names of the global variables that a code object reads."""
    found, higher = [], 0
    for operation, argument in zip(code.co_code[::2], code.co_code[1::2], strict=True):
        number = higher | argument
        higher = number << 8 if operation == _EXTENDED else 0
        if operation == _LOAD_GLOBAL:
            found.append(code.co_names[number >> _FLAG_BITS])
    return found


def _check_declaration(function: Callable[..., Any]) -> None:
    """Reject default values, which the fingerprint would miss, and missing annotations.

    Raises:
        TypeError: There are default values, or annotations are missing.
    """
    code = function.__code__
    names = {*code.co_varnames[: code.co_argcount + code.co_kwonlyargcount], "return"}
    if missing := sorted(names - {*function.__annotations__}):
        raise TypeError(f"{function.__qualname__}: {', '.join(missing)} must be annotated")
    if function.__defaults__ or function.__kwdefaults__:
        raise TypeError(f"{function.__qualname__}: a kernel's arguments cannot have default values")


def _code_identity(code: python_types.CodeType, *, strings: bool) -> tuple[Any, ...]:
    """The parts of a code object that determine its behaviour; its location is left out.

    Strings are omitted unless `strings` is true: the only strings in kernels are docstrings.
    """
    constants = [
        _code_identity(value, strings=strings)
        if isinstance(value, python_types.CodeType)
        else ("" if isinstance(value, str) and not strings else repr(value))
        for value in code.co_consts
    ]
    arguments = (code.co_argcount, code.co_kwonlyargcount, code.co_flags)
    names = (code.co_names, code.co_varnames, code.co_freevars)
    return (code.co_code, constants, arguments, names)


def _python_identity(function: Callable[..., Any]) -> tuple[Any, ...]:
    """The identity of a plain Python function: its code, and the identities of all it calls."""
    if not isinstance(function, python_types.FunctionType) or function.__closure__:
        raise TypeError(
            f"an intrinsic's emit must be a function without a closure, not {function!r}"
        )
    known, codes = function.__globals__, _codes(function.__code__)
    used = sorted({name for code in codes for name in code.co_names if name in known})
    return (
        _code_identity(function.__code__, strings=True),
        [(name, _python_identity(known[name])) for name in used],
    )


def _identity(value: object) -> Any:
    if isinstance(value, Kernel):
        return value.fingerprint
    if isinstance(value, np.uint64):
        return ("Word", int(value))
    if value is np.uint64:
        return repr(value)
    raise TypeError(f"a kernel may use only kernels and Word constants, not {value!r}")


def _digest(*parts: object) -> bytes:
    return hashlib.sha256(repr(parts).encode()).digest()
