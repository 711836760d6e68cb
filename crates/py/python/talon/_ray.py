"""Ray as the engine of a ledger: it schedules and retries, and knows nothing of the results."""

from __future__ import annotations

from typing import Any

from talon.ledger import Part, compute

try:
    import ray
    from ray import exceptions
except ImportError as error:
    raise ImportError("engine='ray' needs Ray; install it with `pip install talon[ray]`") from error

RETRIES = 3
"""How often Ray itself tries a task again whose worker or machine died."""


class Cluster:
    """The workers of a Ray cluster, one for each processor."""

    lost: tuple[type[Exception], ...] = (
        exceptions.WorkerCrashedError,
        exceptions.NodeDiedError,
        exceptions.ObjectLostError,
        exceptions.OutOfMemoryError,
        exceptions.RaySystemError,
    )

    def __init__(self, address: str | None, jobs: int | None) -> None:
        self.address = address
        self.jobs = jobs
        self.sent: dict[str, Any] = {}

    def __enter__(self) -> Cluster:
        self.is_ours = not ray.is_initialized()
        if self.is_ours:
            here = {} if self.address else {"num_cpus": self.jobs}
            ray.init(address=self.address, log_to_driver=False, include_dashboard=None, **here)
        self.compute = ray.remote(num_cpus=1, max_retries=RETRIES)(compute)
        return self

    def __exit__(self, *raised: object) -> None:
        if self.is_ours:
            ray.shutdown()

    def slots(self) -> int:
        # Machines come and go.
        processors = int(ray.cluster_resources().get("CPU", 1))
        return max(1, min(processors, self.jobs or processors))

    def submit(self, manifest: str, tasks: list[str]) -> Any:
        if manifest not in self.sent:
            self.sent[manifest] = ray.put(manifest)
        return self.compute.remote(self.sent[manifest], tasks)

    def wait(self, handles: list[Any]) -> list[Any]:
        done, _ = ray.wait(handles, num_returns=1, timeout=0.5)
        return list(done)

    def result(self, handle: Any) -> tuple[list[Part], float]:
        parts: tuple[list[Part], float] = ray.get(handle)
        return parts
