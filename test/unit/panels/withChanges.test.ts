import assert from 'node:assert/strict';
import { toCanvasContent } from '../../../src/panels/models/canvas';
import { toWafContent } from '../../../src/panels/models/waf';
import { withChanges } from '../../../src/panels/withChanges';

describe('A panel with unsaved changes', () => {
  it('equals the panel of the changed resource', () => {
    const before = { isEnabled: true, paranoia: 1, anomaly: 5, rulesExclusion: { drupal: false } };
    const after = { isEnabled: false, paranoia: 2, anomaly: 6, rulesExclusion: { drupal: true } };
    assert.deepEqual(
      withChanges(toWafContent(before), [
        { id: 'isEnabled', from: true, to: false },
        { id: 'paranoia', from: 1, to: 2 },
        { id: 'anomaly', from: 5, to: 6 },
        { id: 'rulesExclusion/drupal', from: false, to: true },
      ]),
      toWafContent(after),
    );
  });

  it('shows them in texts and in the switches of a list, too', () => {
    const canvas = (activate: boolean, language: string | null): object => ({
      name: 'Blog',
      plugins: { data: [{ id: 7, name: 'Redirection', activate }] },
      settings: { language },
    });
    assert.deepEqual(
      withChanges(toCanvasContent({ ...canvas(true, 'de') }), [
        { id: 'plugins/data/7/activate', from: true, to: false },
        { id: 'settings/language', from: 'de', to: null },
      ]),
      toCanvasContent({ ...canvas(false, null) }),
    );
  });
});
