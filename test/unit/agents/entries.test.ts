import assert from 'node:assert/strict';
import { agentEntries } from '../../../src/agents/entries';

const program = String.raw`C:\Users\A "B"\bridge.js`;

describe('Entries for agents', () => {
  it('start the program with Node.js, wherever it is, and contain no secrets', () => {
    for (const { file, toText } of agentEntries) {
      const text = toText(program);
      if (file.endsWith('.json')) {
        const { mcpServers } = JSON.parse(text) as { mcpServers: object };
        const server = { command: 'node', args: [program] };
        assert.deepEqual(mcpServers, { 'server-management': server });
      } else {
        const [, quoted = ''] = /^args = \[(.+)\]$/m.exec(text) ?? [];
        assert.match(text, /^\[mcp_servers\.server-management\]\ncommand = "node"\n/);
        assert.equal(JSON.parse(quoted), program);
      }
    }
    assert.equal(agentEntries.length, 3);
  });

  it("belong in the person's own files: the program's path is theirs alone", () => {
    for (const { file } of agentEntries) assert.match(file, /^~\//);
  });
});
