import type { Option, Values } from '../../../src/base/questions';
import assert from 'node:assert/strict';
import { startActionWorld } from '../../support/actions/actionWorld';
import { ScriptedPrompts } from '../../support/actions/scriptedPrompts';
import { actions } from '../../../src/actions/actions';
import type { ChoiceField } from '../../../src/documents/creations/fields';
import type { Target } from '../../../src/resources/reference';
import { runAction } from '../../../src/actions/runAction';
import { eachTest } from '../../support/eachTest';

const hub: Target = { account: 'service', kind: 'hubCache', ids: [1, 101] };
const path = '/api/v3/servers/1/webapps/101/platformhub';

describe('Changing a hub cache', () => {
  const action = actions.find(({ command }) => command === 'serverManagement.changeHubCache');
  assert.ok(action);

  const world = eachTest(startActionWorld);

  function fieldOf(name: string): ChoiceField {
    const field = action?.fields?.().find((each) => 'name' in each && each.name === name);
    assert.ok(field?.type === 'choice');
    return field;
  }

  async function optionsOf(name: string): Promise<readonly Option[]> {
    const context = world.context(new ScriptedPrompts());
    return fieldOf(name).options(context, hub, new AbortController().signal);
  }

  async function run(answers: Values, given?: Values): Promise<[string, unknown[]]> {
    assert.ok(action);
    const context = world.context(new ScriptedPrompts({ answers }));
    const { status } = await runAction(context, action, [hub], given);
    const requests = await world.probe.requests();
    return [status, requests.filter(({ method }) => method === 'PATCH').map(({ body }) => body)];
  }

  it('starts with the current values, and shows them', async () => {
    await world.probe.call('PATCH', path, { nginxCacheType: 'sr', cacheValidMinute: 45 });
    const [type, ...otherTypes] = await optionsOf('nginxCacheType');
    assert.deepEqual(type, { label: 'Leave unchanged', description: 'sr' });
    assert.deepEqual(otherTypes, [{ value: 'native', label: 'Native' }]);
    const [minutes] = await optionsOf('cacheValidMinute');
    assert.deepEqual(minutes, { label: 'Leave unchanged', description: '45' });
    const [objects, ...flags] = await optionsOf('redisObjectCache');
    assert.equal(objects?.description, 'state unknown');
    assert.deepEqual(
      flags.map(({ value }) => value),
      [true, false],
    );
  });

  it('only sends the chosen values', async () => {
    assert.deepEqual(await run({ cacheValidMinute: 90 }), ['done', [{ cacheValidMinute: 90 }]]);
  });

  it('sends nothing if no value was chosen', async () => {
    assert.deepEqual(await run({}), ['cancelled', []]);
  });

  it("doesn't ask for values that a script leaves out", async () => {
    const given = { nginxCacheType: 'sr' };
    assert.deepEqual(await run({ cacheValidMinute: 90 }, given), ['done', [given]]);
  });

  it('accepts only whole numbers', () => {
    const { validate, parse } = fieldOf('cacheValidMinute');
    assert.match(validate?.('1.5') ?? '', /whole number/);
    assert.equal(validate?.('90'), undefined);
    assert.equal(parse?.('90'), 90);
  });

  it("works if the cache can't be read by design, but not if reading fails", async () => {
    await world.probe.addFault(`404:GET:${path}`);
    const [type, ...others] = await optionsOf('nginxCacheType');
    assert.equal(type?.description, 'state unknown');
    assert.equal(others.length, 2);
    await world.probe.clearFaults();
    await world.probe.addFault(`403:GET:${path}`);
    await assert.rejects(optionsOf('nginxCacheType'), /403/);
  });
});
