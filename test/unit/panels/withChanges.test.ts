import assert from 'node:assert/strict';
import { toCanvasContent } from '../../../src/panels/models/canvas';
import { toWafContent } from '../../../src/panels/models/waf';
import type { PanelContent } from '../../../src/panels/panelKind';
import { toReadOnly, withChanges } from '../../../src/panels/withChanges';

describe('A panel of a read-only account', () => {
  it('shows values instead of fields, and keeps the buttons that only read', () => {
    const resource = {
      isEnabled: true,
      paranoia: 2,
      anomaly: 5,
      rulesExclusion: { drupal: false },
    };
    const fields = (content: PanelContent) =>
      content.sections.flatMap(({ items }) => items).filter((item) => 'id' in item);
    const before = toWafContent(resource);
    assert.ok(fields(before).length > 3);
    const shown = toReadOnly(before);
    assert.deepEqual(fields(shown), []);
    const [first] = shown.sections[0]?.items ?? [];
    assert.equal(first?.type === 'fact' && first.value, 'on');
    const buttons = [
      { id: 'preloadCache', label: '' },
      { id: 'refresh', label: '' },
    ];
    const presses = { run: { command: 'runCronJob', target: {} as never } };
    const row = {
      id: 'r',
      cells: [],
      buttons: [
        { id: 'run', label: '' },
        { id: 'openX', label: '' },
      ],
    };
    const section = { id: 's', title: '', items: [], buttons, table: { columns: [], rows: [row] } };
    const all = toReadOnly({ title: '', buttons, presses, sections: [section] });
    const idsOf = (each: readonly { id: string }[] = []) => each.map(({ id }) => id);
    assert.deepEqual(idsOf(all.buttons), ['refresh']);
    assert.deepEqual(idsOf(all.sections[0]?.buttons), ['refresh']);
    assert.deepEqual(idsOf(all.sections[0]?.table?.rows[0]?.buttons), ['openX']);
  });
});

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
