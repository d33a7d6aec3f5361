"""The HTTP server: the JSON API, the page, and the worker processes.

Members:

- `access_log`: The log of requests in the Common Log Format; a thread writes it, so that the server never waits for it.
- `app`: The page and the application, its connections, and its server from the start to Ctrl-C.
- `dispatch`: From a request to its answer: the routes, the cache, the workers, and clients that disconnect.
- `middleware`: What every answer shares: errors, the Host header and its names, a limit of bodies, and security
  headers.
- `pool`: The worker processes, and the requests that wait for them.
- `requests`: The requests of the API: one struct each, the declaration of endpoints, and the context of a task.
- `schema`: The OpenAPI schema, and its page: `python -m codepegs.server.schema > web/openapi.json` writes it.
- `tasks`: The endpoints: each is a function from a request to a record, or to bytes that are sent unchanged.
- `worker`: The worker process: it answers requests from a pipe one by one, without depending on the web framework.
"""

from codepegs.lazy import lazy_names

__all__, __getattr__, __dir__ = lazy_names(
    __name__,
    {
        "middleware": "is_unspecified lan_address own_names url",
        "pool": "Settings",
        "app": "run",
    },
)
