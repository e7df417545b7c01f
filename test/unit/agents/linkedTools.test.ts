import assert from 'node:assert/strict';
import { callTool } from '../../../src/agents/tools/callTool';
import type { Link } from '../../../src/resources/link';
import type { ToolName } from '../../../src/agents/tools/toolContributions';
import { tools } from '../../../src/agents/tools/tools';
import { startAgentWorld } from '../../support/agents/agentWorld';
import { allTests } from '../../support/eachTest';

const { signal } = new AbortController();

describe('Tools in a linked workspace', () => {
  const world = allTests(startAgentWorld);

  const servicesFor = (link: Link | undefined) => ({ ...world.services, linked: () => link });
  const call = async (link: Link | undefined, name: ToolName, input: object): Promise<string> =>
    (await callTool(name, input, servicesFor(link), signal)).text;

  it('list resources of the linked server if only a kind is given', async () => {
    const link = { account: 'service', server: 2 };
    const name = 'serverManagement_listResources';
    assert.match(await call(link, name, { kind: 'cronJob' }), /"total":57/);
    assert.match(await call(link, name, { kind: 'cronJob', parents: [3] }), /"resources":/);
    assert.match(
      await call(link, name, {}),
      /"linkedToWorkspace":\{"account":"service","server":2\}/,
    );
    assert.doesNotMatch(await call(undefined, name, { kind: 'cronJob' }), /"total"|linked/);
  });

  it('search and review the linked account', async () => {
    const name = 'serverManagement_findResources';
    assert.match(await call({ account: 'service' }, name, { query: 'shop' }), /shop-frankfurt/);
    const other = { account: 'other' };
    assert.doesNotMatch(await call(other, name, { query: 'shop' }), /shop-frankfurt/);
    const given = { query: 'shop', account: 'service' };
    assert.match(await call(other, name, given), /shop-frankfurt/);
  });

  it('use the linked account, or all accounts without a link', () => {
    const other = { account: 'other' };
    for (const name of [
      'serverManagement_findResources',
      'serverManagement_listFindings',
    ] as const) {
      assert.deepEqual(tools[name].accounts({}, other), ['other']);
      assert.equal(tools[name].accounts({}, undefined), undefined);
    }
    const { accounts } = tools.serverManagement_listResources;
    assert.deepEqual(accounts({ kind: 'server' }, other), ['other']);
    assert.equal(accounts({}, other), undefined);
  });
});
