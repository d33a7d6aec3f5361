"""What `make check` asks of types, beyond what mypy asks by itself."""
