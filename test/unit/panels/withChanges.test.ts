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

  it("takes no value of another type for what isn't set, but one of its own", () => {
    const unset = (isEnabled: boolean | null, language: string | null) => [
      toWafContent({ isEnabled, paranoia: 1 }),
      toCanvasContent({ name: 'Blog', settings: { language } }),
    ];
    const change = (isEnabled: boolean | string, language: boolean | string) =>
      unset(null, null).map((content) =>
        withChanges(content, [
          { id: 'isEnabled', from: null, to: isEnabled },
          { id: 'settings/language', from: null, to: language },
        ]),
      );
    assert.deepEqual(change('true', true), unset(null, null));
    assert.deepEqual(change(true, 'de'), unset(true, 'de'));
  });
});
