//! The MCP server: the other face of the table of tools.
