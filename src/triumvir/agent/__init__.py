"""A seat for language models and other programs: `table.py` is the seat, `protocol.py` speaks lines of text or JSON, `mcp_server.py` MCP."""
