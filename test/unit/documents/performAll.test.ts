import assert from 'node:assert/strict';
import { updateServerAutoUpdate } from '../../../src/api/contract/server';
import { toContent } from '../../../src/resources/documents/content';
import { performAll } from '../../../src/resources/documents/performAll';
import { planSave } from '../../../src/resources/documents/savePlan';
import { findKind } from '../../../src/resources/kinds/kinds';
import { AppClient } from '../../support/documents/appClient';
import { createTestService } from '../sandbox/support/service';

const reference = { account: 'test', kind: 'server', ids: [1] } as const;
const kind = findKind('server');

describe('A save of two requests', () => {
  it('keeps what another person changed between them, though the second one names it', async () => {
    const client = new AppClient(createTestService());
    const theirs = toContent(kind, await client.read(reference));
    const mine = { ...theirs, name: 'renamed', securityUpdate: theirs['securityUpdate'] !== true };
    const softwareUpdate = theirs['softwareUpdate'] !== true;
    const { securityUpdate } = theirs;
    const plan = planSave(kind, { base: theirs, mine, theirs });
    assert.equal(plan.writes.length, 2);

    let isFirst = true;
    client.disturbance = {
      afterWrite: async () => {
        if (!isFirst) return;
        isFirst = false;
        const body = { softwareUpdate, securityUpdate };
        await client.exchange(reference, { endpoint: updateServerAutoUpdate }, body);
      },
    };
    const { write } = await performAll(client, { reference, plan, theirs }, undefined);

    assert.equal(write?.outcome, 'done');
    assert.deepEqual(write.after, { ...write.after, ...mine, softwareUpdate });
  });

  it('sends the second one, though another person has undone the first', async () => {
    const client = new AppClient(createTestService());
    const theirs = toContent(kind, await client.read(reference));
    const securityUpdate = theirs['securityUpdate'] !== true;
    const mine = { ...theirs, name: 'renamed', securityUpdate };
    const plan = planSave(kind, { base: theirs, mine, theirs });
    const [rename, second] = plan.writes;
    assert.ok(rename && second);

    let sent = 0;
    client.disturbance = {
      afterWrite: async () => {
        sent += 1;
        if (sent === 1) await client.exchange(reference, rename, { name: theirs['name'] });
      },
    };
    const { write } = await performAll(client, { reference, plan, theirs }, undefined);

    assert.equal(write?.outcome, 'done');
    assert.equal(sent, 2);
    assert.deepEqual(
      [write.after['name'], write.after['securityUpdate']],
      [theirs['name'], securityUpdate],
    );
  });

  it('sends no second one where another person has done the same meanwhile', async () => {
    const client = new AppClient(createTestService());
    const theirs = toContent(kind, await client.read(reference));
    const { softwareUpdate } = theirs;
    const securityUpdate = theirs['securityUpdate'] !== true;
    const mine = { ...theirs, name: 'renamed', securityUpdate };
    const plan = planSave(kind, { base: theirs, mine, theirs });

    let sent = 0;
    client.disturbance = {
      afterWrite: async () => {
        sent += 1;
        const body = { softwareUpdate, securityUpdate };
        await client.exchange(reference, { endpoint: updateServerAutoUpdate }, body);
      },
    };
    const { write } = await performAll(client, { reference, plan, theirs }, undefined);

    assert.equal(write?.outcome, 'done');
    assert.equal(sent, 1);
  });
});
