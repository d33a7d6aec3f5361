"""The server: the JSON API, the page, and the processes that compute."""
