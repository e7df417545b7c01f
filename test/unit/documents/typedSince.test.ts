import assert from 'node:assert/strict';
import { creations } from '../../../src/documents/creations/creations';
import { withTypedSince } from '../../../src/documents/drafts/drafts';

describe("Text typed into a draft while it's being sent", () => {
  const { cronJob, server } = creations;
  assert.ok(cronJob && server);
  const content = { label: 'A', hour: '3' };
  const sent = { content, text: JSON.stringify(content) };
  const document = '{ "id": 7, "label": "A", "hour": "3", "enabled": 1 }';

  it('becomes the only change of the new document', () => {
    const changed = withTypedSince(cronJob, sent, '{ "label": "A", "hour": "4" }', document);
    assert.deepEqual(JSON.parse(changed ?? ''), { id: 7, label: 'A', hour: '4', enabled: 1 });
  });

  it("isn't a change if only the layout differs", () => {
    assert.equal(
      withTypedSince(cronJob, sent, '{"hour":"3",\n\n"label":"A"} ', document),
      document,
    );
  });

  it('moves to the corresponding field of the document', () => {
    const made = { content: { name: 'x', webServerType: 'nginx' }, text: '' };
    const typed = '{ "name": "x", "webServerType": "openlitespeed" }';
    const changed = withTypedSince(
      server,
      made,
      typed,
      '{ "id": 1, "name": "x", "stack": "nginx" }',
    );
    assert.deepEqual(JSON.parse(changed ?? ''), { id: 1, name: 'x', stack: 'openlitespeed' });
  });

  it("stays in the draft while it isn't valid JSON", () => {
    assert.equal(withTypedSince(cronJob, sent, '{ "label": "A", "hour": ', document), undefined);
  });
});
