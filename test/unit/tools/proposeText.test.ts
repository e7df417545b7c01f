import assert from 'node:assert/strict';
import { proposeText } from '../../../src/ui/tools/proposeText';
import { findKind } from '../../../src/resources/kinds/kinds';

const cronJob = findKind('cronJob');
const text = `{
  // Kept as it is.
  "label": "Nightly backup",
  "hour": "2"
}
`;

describe('A proposed change', () => {
  it('changes the values that are named, and leaves all else as it is', () => {
    assert.equal(proposeText(cronJob, text, { hour: '*/6' }), text.replace('"2"', '"*/6"'));
  });

  it('reaches a nested field by its dotted name', () => {
    const cache = findKind('cacheConfiguration');
    const before = '{ "cacheSettings": { "cache_settings": { "enable": 0 } } }';
    const after = proposeText(cache, before, { 'cacheSettings.cache_settings.enable': 1 });
    assert.deepEqual(JSON.parse(after), { cacheSettings: { cache_settings: { enable: 1 } } });
  });

  it('is refused for what cannot be written, with the names of all that', () => {
    const changes = { id: 7, hour: '3', created_at: '', 'label.x.__proto__': 1 };
    assert.throws(() => proposeText(cronJob, text, changes), /written: id, created_at\.$/);
    assert.throws(() => proposeText(findKind('service'), '{}', { name: 'x' }), /written: name/);
    const cache = findKind('cacheConfiguration');
    assert.throws(() => proposeText(cache, '{}', { cacheSettings: {} }), /written: cacheSettings/);
  });

  it('is refused for credentials', () => {
    const integration = findKind('integration');
    assert.throws(() => proposeText(integration, '{}', { secret: 'x' }), /secret/);
  });

  it('is refused where it would change nothing', () => {
    assert.throws(() => proposeText(cronJob, text, { hour: '2' }), /these values already/);
    assert.throws(() => proposeText(cronJob, text, {}), /these values already/);
  });
});
