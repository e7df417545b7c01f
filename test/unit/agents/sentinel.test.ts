import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { foreign } from '../../../src/base/foreignText';
import type { ToolName } from '../../../src/agents/tools/toolContributions';
import { callTool } from '../../../src/agents/tools/callTool';
import { secretTexts } from '../../support/secretTexts';
import { sentinel, startAgentWorld } from '../../support/agents/agentWorld';
import { allTests } from '../../support/eachTest';

const at = { account: 'service', kind: 'cronJob' };
const proposal = { ...at, ids: [1, 7], changes: { hour: '3' } };

/** A call of every tool that shows data of a service. */
const calls: readonly (readonly [name: ToolName, input: object])[] = [
  ['serverManagement_listResources', {}],
  ['serverManagement_listResources', { ...at, parents: [1] }],
  ['serverManagement_listResources', { ...at, kind: 'logEntry', parents: [1] }],
  ['serverManagement_findResources', { query: 'x' }],
  ['serverManagement_readResource', { ...at, ids: [1, 7] }],
  ['serverManagement_proposeChange', { reason: 'Because', proposals: [proposal] }],
  ['serverManagement_listFindings', {}],
];

describe('The token of an account', () => {
  const world = allTests(startAgentWorld);

  /** Services whose every answer, or every error, has a text in it. */
  function servicesWith(line: string) {
    const resource = { id: 7, name: line, label: line, content: line, command: line };
    const reference = { account: 'service', kind: 'server', ids: [7] };
    const target = { account: 'service', kind: 'server', ids: [7] };
    const finding = { rule: 'x', severity: 'critical', target, about: line, sentence: () => line };
    const working = {
      client: {
        page: () => Promise.resolve({ items: [resource], total: 1, isLast: true }),
        readWhole: () => Promise.resolve(resource),
      },
      search: () =>
        Promise.resolve([{ reference, label: foreign(line), detail: foreign(line), path: [line] }]),
      findings: () => Promise.resolve({ findings: [finding], checked: [] }),
    };
    const fail = () => Promise.reject(new Error(line));
    const failing = {
      client: { page: fail, readWhole: fail },
      editor: { ...world.services.editor, open: fail },
      search: fail,
      findings: fail,
    };
    return { working, failing };
  }

  async function call(name: ToolName, input: object, services: object): Promise<string> {
    const changed = { ...world.services, ...services } as never;
    const { text } = await callTool(name, input, changed, new AbortController().signal);
    return text;
  }

  it("isn't in any tool's answer, even if the service repeats it", async () => {
    const line = `curl -H "Authorization: Bearer ${sentinel}" ?t=${sentinel.toLowerCase()}`;
    const { working, failing } = servicesWith(line);
    let shown = 0;
    for (const services of [working, failing]) {
      for (const [name, input] of calls) {
        const text = await call(name, input, services);
        assert.doesNotMatch(text, new RegExp(sentinel, 'i'), name);
        if (text.includes('•••')) shown += 1;
      }
    }
    assert.ok(shown >= 11, `${shown} answers repeated it`);
  });

  it('isn’t in one either if it only looks like a secret, in any known form', async () => {
    await fc.assert(
      fc.asyncProperty(secretTexts, async ({ text: line, secret }) => {
        const { working, failing } = servicesWith(line);
        for (const services of [working, failing]) {
          for (const [name, input] of calls) {
            const text = await call(name, input, services);
            assert.ok(!text.includes(secret), `${name}: ${text}`);
          }
        }
      }),
      { numRuns: 40 },
    );
  });
});
