interface AgentEntry {
  readonly agent: string;
  readonly file: string;
  readonly toText: (program: string) => string;
}

const entryName = 'server-management';

/** The entries for common agents; most others accept the last one, too. */
export const agentEntries: readonly AgentEntry[] = [
  { agent: 'Claude Code', file: '~/.claude.json', toText: toJson },
  { agent: 'Codex', file: '~/.codex/config.toml', toText: toToml },
  { agent: 'Cursor', file: '~/.cursor/mcp.json', toText: toJson },
];

function toJson(program: string): string {
  const server = { command: 'node', args: [program] };
  return JSON.stringify({ mcpServers: { [entryName]: server } }, undefined, 2);
}

function toToml(program: string): string {
  // A JSON string is a valid TOML string.
  return `[mcp_servers.${entryName}]\ncommand = "node"\nargs = [${JSON.stringify(program)}]`;
}
