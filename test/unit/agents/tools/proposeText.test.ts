import assert from 'node:assert/strict';
import { proposeText } from '../../../../src/agents/tools/tools';
import { findKind } from '../../../../src/resources/kinds/kinds';

const cronJob = findKind('cronJob');
const text = `{
  // Kept unchanged.
  "label": "Nightly backup",
  "hour": "2"
}
`;

describe('A proposed change', () => {
  it('only changes the named values', () => {
    assert.equal(proposeText(cronJob, text, { hour: '*/6' }), text.replace('"2"', '"*/6"'));
  });

  it('reaches a nested field by its dotted name', () => {
    const cache = findKind('cacheConfiguration');
    const before = '{ "cacheSettings": { "cache_settings": { "enable": 0 } } }';
    const after = proposeText(cache, before, { 'cacheSettings.cache_settings.enable': 1 });
    assert.deepEqual(JSON.parse(after), { cacheSettings: { cache_settings: { enable: 1 } } });
  });

  it('is rejected for read-only fields, naming all of them', () => {
    const changes = { id: 7, hour: '3', created_at: '', 'label.x.__proto__': 1 };
    assert.throws(() => proposeText(cronJob, text, changes), /written: id, created_at\.$/);
    assert.throws(() => proposeText(findKind('service'), '{}', { name: 'x' }), /written: name/);
    const cache = findKind('cacheConfiguration');
    assert.throws(() => proposeText(cache, '{}', { cacheSettings: {} }), /written: cacheSettings/);
  });

  it('is rejected for credentials', () => {
    const integration = findKind('integration');
    assert.throws(() => proposeText(integration, '{}', { secret: 'x' }), /secret/);
  });

  it('is rejected with a value that would replace a nested credential', () => {
    const changes = { command: 'curl -H "Authorization: Bearer •••"' };
    assert.throws(() => proposeText(cronJob, text, changes), /hides a credential/);
  });

  it('is rejected if it would change nothing', () => {
    assert.throws(() => proposeText(cronJob, text, { hour: '2' }), /these values already/);
    assert.throws(() => proposeText(cronJob, text, {}), /these values already/);
  });
});
