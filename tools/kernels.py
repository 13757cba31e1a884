"""Kernels that are ready at once: forked from a process that has imported what every page imports.

A kernel of the ordinary kind is a new Python, which takes a second to import IPython and
the package; the book has close on a hundred pages. `install` has Jupyter begin its kernels as
copies of a process that has done so already (`multiprocessing`'s fork server); where there is none,
as on Windows, they begin in the ordinary way."""

from __future__ import annotations

import gc
import multiprocessing
import multiprocessing.context
import os
import sys
from importlib.metadata import EntryPoint
from typing import Any

from jupyter_client.provisioning.factory import KernelProvisionerFactory
from jupyter_client.provisioning.local_provisioner import LocalProvisioner

#: What is imported beforehand: the kernel, and what most pages begin with.
BEFOREHAND = [
    "ipykernel.ipkernel",
    "ipykernel.kernelapp",
    "anywidget",
    "wasmtime",
    "cadogan.words",
    "cadogan.players.odds",
]


def install() -> None:
    """From now on Jupyter begins its kernels so, in this process."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return
    multiprocessing.get_context("forkserver").set_forkserver_preload(BEFOREHAND)
    factory = KernelProvisionerFactory.instance()
    factory.provisioners["forked"] = EntryPoint("forked", f"{__name__}:Forked", "kernels")
    factory.default_provisioner_name = "forked"


class Forked(LocalProvisioner):
    """Has a kernel forked, and stands for it as the ordinary one does."""

    process: Any = None

    async def launch_kernel(self, cmd: list[str], **kwargs: Any) -> Any:
        """Begin the kernel of a command, which ends in ``-f`` and its connection file."""
        self.process = Kernel(target=run, args=(cmd[cmd.index("-f") + 1], kwargs["cwd"]))
        self.process.start()
        self.pid = self.process.pid
        return self.connection_info


#: Where there is no such process, as on Windows, none is asked for.
Process: Any = getattr(multiprocessing.context, "ForkServerProcess", multiprocessing.Process)


class Kernel(Process):  # type: ignore[misc]
    """A forked kernel with the face of a `subprocess.Popen`."""

    stdin = stdout = stderr = None

    def poll(self) -> int | None:
        """The exit code, or None while it runs."""
        code: int | None = self.exitcode
        return code

    def wait(self) -> int | None:
        """Wait for its end."""
        self.join()
        return self.poll()

    def send_signal(self, number: int) -> None:
        """Send it a signal."""
        os.kill(self.pid, number)


def run(connection: str, folder: str) -> None:
    """Be a kernel."""
    from ipykernel.kernelapp import IPKernelApp

    # What is there already stays to the end: were it looked through for garbage, it would be
    # copied, too, for the fork shares its memory.
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    os.setsid()
    os.chdir(folder)
    tools = os.path.dirname(__file__)
    sys.path[:] = [path for path in sys.path if path != tools]
    IPKernelApp.launch_instance(["-f", connection, "--log-level=ERROR"], parent_handle=os.getppid())
