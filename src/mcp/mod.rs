//! The MCP server: the other face of the table of tools.
use crate::config::Config;
use crate::parse::worker::Program;
/// Serves.
pub fn serve(config: Config, program: Program) -> u8 {
    let _ = (config, program);
    0
}
