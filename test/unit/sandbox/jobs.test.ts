import assert from 'node:assert/strict';
import { assertInvalid, assertRefused, idOf, listOf, objectOf } from './support/expect';
import { createTestService } from './support/service';
import { eachTest } from '../../support/eachTest';

const cronJob = {
  label: 'Sweep',
  username: 'shop',
  command: 'sweep',
  minute: '0',
  hour: '4',
  dayOfMonth: '*',
  month: '*',
  dayOfWeek: '*',
};

const supervisorJob = {
  label: 'worker',
  username: 'shop',
  numprocs: 2,
  autoStart: true,
  autoRestart: true,
  binary: '',
  command: './run',
};

describe('The sandbox, for cron jobs', () => {
  const path = '/api/v2/servers/1/cronjobs';
  const service = eachTest(createTestService);

  it('changes a job as a whole, returning a message', async () => {
    const changed = await service.call('PATCH', `${path}/101`, { body: { ...cronJob, hour: '5' } });
    assert.deepEqual(Object.keys(objectOf(changed)), ['message']);
    assert.deepEqual((await service.call('GET', `${path}/101`)).json, {
      id: 101,
      label: 'Sweep',
      username: 'shop',
      command: 'sweep',
      time: '0 5 * * *',
      enabled: 1,
      created_at: '2024-03-02 09:17:00',
    });
  });

  it('requires all eight fields for a change', async () => {
    const body = { label: 'Other' };
    assertInvalid(
      await service.call('PATCH', `${path}/101`, { body }),
      'username',
      'command',
      'minute',
      'hour',
      'dayOfMonth',
      'month',
      'dayOfWeek',
    );
  });

  it('names the invalid cron field', async () => {
    const body = { ...cronJob, hour: '24', dayOfWeek: 'someday' };
    assertInvalid(await service.call('POST', path, { body }), 'hour', 'dayOfWeek');
  });

  it('disables a job and enables it again', async () => {
    const enabled = async (): Promise<unknown> =>
      objectOf(await service.call('GET', `${path}/101`))['enabled'];
    const toggled = await service.call('PATCH', `${path}/101/status`);
    assert.deepEqual(Object.keys(objectOf(toggled)), ['message']);
    assert.equal(await enabled(), 0);
    await service.call('PATCH', `${path}/101/status`);
    assert.equal(await enabled(), 1);
  });

  it('logs each run of a job', async () => {
    await service.call('POST', `${path}/101/run`);
    const [entry] = await listOf(service, '/api/v3/servers/1/logs');
    assert.equal(entry?.['content'], 'Cron job Nightly backup was run by hand');
  });

  it('returns the deleted job, and has the same jobs in both versions', async () => {
    const id = idOf(await service.call('POST', path, { body: cronJob }));
    const job = await service.call('GET', `/api/v3/servers/1/cronjobs/${id}`);
    assert.deepEqual((await service.call('DELETE', `${path}/${id}`)).json, job.json);
    assertRefused(await service.call('GET', `/api/v3/servers/1/cronjobs/${id}`), 404);
  });
});

describe('The sandbox, for supervisor jobs', () => {
  const path = '/api/v3/servers/1/supervisors';
  const service = eachTest(createTestService);

  it('keeps the command unchanged if there is no binary', async () => {
    const created = objectOf(await service.call('POST', path, { body: supervisorJob }));
    assert.equal(created['command'], './run');
  });

  it('shows processes by label: as many as requested, none without autoStart', async () => {
    await service.call('POST', path, { body: supervisorJob });
    const idle = { ...supervisorJob, label: 'idle', autoStart: false };
    await service.call('POST', path, { body: idle });
    const status = objectOf(await service.call('GET', `${path}/status`));
    assert.ok(Array.isArray(status['worker']) && status['worker'].length === 2);
    assert.deepEqual(status['idle'], []);
    assert.deepEqual(status['mail-relay'], [
      { process: 'mail-relay_00', status: 'FATAL', pid: null, uptime: null },
    ]);
  });

  it('starts the processes of a reloaded job', async () => {
    const reloaded = await service.call('POST', `${path}/103/reload`);
    assert.equal(objectOf(reloaded)['label'], 'mail-relay');
    const status = objectOf(await service.call('GET', `${path}/status`));
    const [process]: unknown[] = Object.values(Object(status['mail-relay']));
    assert.equal(Reflect.get(Object(process), 'status'), 'RUNNING');
  });

  it("rejects a process count that isn't a positive integer", async () => {
    for (const numprocs of [0, 1.5, '2', 101]) {
      const body = { ...supervisorJob, numprocs };
      assertInvalid(await service.call('POST', path, { body }), 'numprocs');
    }
  });

  it('returns the deleted job, and then no longer has it', async () => {
    assert.equal(idOf(await service.call('DELETE', `${path}/101`)), 101);
    assertRefused(await service.call('GET', `${path}/101`), 404);
    assert.equal((await listOf(service, path)).length, 2);
  });
});
