import assert from 'node:assert/strict';
import { documented } from './literal/documented';
import { titleOf } from './literal/operation';
import { type Fields, numberOf, SandboxCalls } from './sandboxCalls';
import { allTests } from '../support/eachTest';

describe('The sandbox fails as the reference specifies (§7)', () => {
  const calls = allTests(() => SandboxCalls.start());

  beforeEach(() => calls.reset());

  it('answers 200 to every endpoint that succeeds, even if something was created', async () => {
    for (const operation of documented) {
      const { status, text } = await calls.perform(numberOf(operation));
      assert.equal(status, 200, text);
    }
  });

  it("answers 404 with a message if a resource doesn't exist", async () => {
    for (const path of [
      '/api/v2/servers/999999/cronjobs',
      '/api/v2/servers/none/cronjobs',
      '/api/v3/settings/wordpress/canvas/999999',
      '/api/v3/servers/1/webapps/999999/waf',
      '/api/v3/nothing',
      '/api/v4/ping',
      '/api/ping',
      '/ping',
    ]) {
      const { status, json } = await calls.service.send('GET', path);
      assert.equal(status, 404, path);
      assert.equal(typeof (json as Fields)['message'], 'string', path);
    }
  });

  it('answers 422 with a message if the data of a POST or PATCH is incomplete', async () => {
    for (const operation of documented.filter(({ body }) => body !== undefined)) {
      for (const wrong of [{}, '', '{"cut', '[]', 'null']) {
        const { status, json } = await calls.send(operation, wrong);
        assert.equal(status, 422, `${titleOf(operation)} ${JSON.stringify(wrong)}`);
        assert.equal(typeof (json as Fields)['message'], 'string');
      }
    }
  });

  it('answers 422 if a field has the wrong type, and names the field', async () => {
    for (const operation of documented) {
      const body = calls.bodyOf(operation);
      for (const [name, value] of Object.entries(body)) {
        const { status, json } = await calls.send(operation, { ...body, [name]: { wrong: value } });
        assert.equal(status, 422, `${titleOf(operation)}: ${name}`);
        assert.ok(name in ((json as Fields)['errors'] as object), name);
      }
    }
  });

  it('answers 50x if the service fails, with a body of any kind', async () => {
    for (const spec of ['500', '502', '500:html', '502:empty']) {
      await calls.service.send('POST', '/__sandbox/faults', { body: { spec: `${spec}:count=1` } });
      const { status } = await calls.perform(1);
      assert.equal(status, Number(spec.slice(0, 3)));
    }
  });
});
