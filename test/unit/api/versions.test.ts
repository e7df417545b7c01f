import assert from 'node:assert/strict';
import {
  deleteCronJob,
  listCronJobs,
  readCronJob,
  runCronJob,
  toggleCronJob,
  updateCronJob,
} from '../../../src/api/contract/cronJob';
import { assertFails } from '../../support/apiErrors';
import { sendJson } from '../../support/httpServer';
import { ServedClient } from '../../support/servedClient';
import { assertEvery } from '../../support/assertEvery';

const path = { serverId: 1, cronJobId: 2 };
const body = {
  label: 'Nightly',
  username: 'runner',
  command: 'true',
  minute: '0',
  hour: '3',
  dayOfMonth: '*',
  month: '*',
  dayOfWeek: '*',
};
const job = {
  id: 2,
  label: 'Nightly',
  username: 'runner',
  command: 'true',
  time: '0 3 * * *',
  enabled: 1,
  created_at: '2024-01-01 00:00:00',
};

/** Observed operations of cron jobs in both versions, as requests below `/api/{version}`. */
const observed = [
  ['GET', '', readCronJob, {}],
  ['PATCH', '', updateCronJob, { body }],
  ['PATCH', '/status', toggleCronJob, {}],
  ['POST', '/run', runCronJob, {}],
  ['DELETE', '', deleteCronJob, {}],
] as const;

describe('ApiClient, if an operation exists in two versions', () => {
  const at = new ServedClient();

  afterEach(() => at.close());

  const asked = (): readonly string[] =>
    at.server.requests.map(({ method, target }) => `${method} ${target}`);

  for (const [method, rest, endpoint, input] of observed) {
    const target = (version: string): string =>
      `${method} /api/${version}/servers/1/cronjobs/2${rest}`;

    for (const status of [404, 405, 501]) {
      it(`falls back to v2 for ${endpoint.id} if v3 answers ${status}, and then uses v2 at once`, async () => {
        const client = await at.serve((request, response) =>
          request.target.startsWith('/api/v3/')
            ? sendJson(response, { message: 'no' }, status)
            : sendJson(response, job),
        );
        await client.call(endpoint, { path, ...input } as never);
        await client.call(endpoint, { path, ...input } as never);
        assert.deepEqual(asked(), [target('v3'), target('v2'), target('v2')]);
      });
    }

    it(`uses only v3 for ${endpoint.id} if it answers`, async () => {
      const client = await at.serve((_, response) => sendJson(response, job));
      await client.call(endpoint, { path, ...input } as never);
      assert.deepEqual(asked(), [target('v3')]);
    });
  }

  it("doesn't repeat a write in the other version if it may have been done", async () => {
    const client = await at.serve((_, response) => sendJson(response, {}, 500));
    await assertFails(client.call(toggleCronJob, { path }), 'server');
    assert.equal(asked().length, 1);
  });

  it('reports the error of the first version if both lack the operation', async () => {
    const client = await at.serve((request, response) =>
      sendJson(response, {}, request.target.startsWith('/api/v3/') ? 405 : 404),
    );
    await assertFails(client.call(runCronJob, { path }), 'unsupported');
    assert.equal(asked().length, 2);
  });

  it('keeps to the announced version', async () => {
    const client = await at.serve((_, response) => sendJson(response, {}, 404));
    await assertFails(client.page(listCronJobs, { path: { serverId: 1 } }, 1), 'notFound');
    assertEvery(asked(), (each) => each.startsWith('GET /api/v2/'));
  });
});
