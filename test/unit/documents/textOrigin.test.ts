import assert from 'node:assert/strict';
import {
  type DocumentState,
  documentStates,
  type Version,
  OpenDocuments,
  TextOrigin,
  Versions,
  nextTime,
} from '../../../src/documents/openDocument';
import { MemoryValues } from '../../support/explorerWorld';
import { KeptValues } from '../../../src/resources/storage/stored';
import { eachTest } from '../../support/eachTest';

function statesInMemory(): KeptValues<DocumentState> {
  return new KeptValues(new MemoryValues(), documentStates);
}

describe('The versions of a text', () => {
  it('have times that never go back', () => {
    const start = Date.now();
    const first = nextTime();
    assert.ok(first >= start);
    assert.ok(nextTime() > first);
  });

  it('are the same until another text comes in between', () => {
    const versions = new Versions();
    const first = versions.of({ a: 1 }, 'one\n');
    assert.equal(versions.of({ a: 1 }, 'one\r\n'), first);
    versions.of({ a: 2 }, 'two\n');
    const again = versions.of({ a: 1 }, 'one\n');
    assert.ok(again.changedAt > first.changedAt);
    assert.equal(versions.of({ a: 1 }, 'one\n'), again);
  });

  it('are remembered for the last four texts', () => {
    const versions = new Versions();
    for (const text of ['1', '2', '3', '4']) versions.of({}, text);
    assert.ok(versions.find('1'));
    versions.of({}, '5');
    assert.equal(versions.find('1'), undefined);
    assert.ok(versions.find('2'));
  });
});

describe('The starting point of a text', () => {
  let origin: TextOrigin;
  let live: Version;
  let newer: Version;

  const states = eachTest(statesInMemory);
  beforeEach(async () => {
    const versions = new Versions();
    origin = new TextOrigin('/a', states, versions);
    live = versions.of({ a: 1, b: 1 }, 'live');
    newer = versions.of({ a: 2, b: 2 }, 'newer');
    await origin.noteOpened({ text: 'live', isDirty: false });
  });

  it('is the content it was opened with, unless it already had edits', async () => {
    assert.deepEqual(origin.state.base, live);
    await origin.noteOpened({ text: 'newer', isDirty: true });
    await origin.noteOpened({ text: 'unknown', isDirty: false });
    assert.deepEqual(origin.state.base, live);
    assert.equal(origin.state.openedAt, live.changedAt);
  });

  it('is a newer text once the editor shows it and something else is typed', async () => {
    await origin.noteText({ text: 'newer', isDirty: false });
    assert.deepEqual(origin.state.base, newer);
    assert.deepEqual(states.get('/a')?.base, live, 'the text may still turn out to be typed');
    await origin.noteText({ text: 'typed', isDirty: true });
    assert.deepEqual(states.get('/a')?.base, newer);
  });

  it('stays the same if the person typed the newer text', async () => {
    await origin.noteText({ text: 'newer', isDirty: false });
    await origin.noteText({ text: 'newer', isDirty: true });
    assert.deepEqual(origin.state.base, live);
  });

  it('is the text given to the editor, unless it was typed in the same turn', async () => {
    const beside = { mine: undefined, conflicts: [] };
    await origin.noteRead(newer, beside);
    await Promise.all([
      origin.noteText({ text: 'newer', isDirty: false }),
      origin.noteText({ text: 'newer', isDirty: true }),
    ]);
    assert.deepEqual(states.get('/a')?.base, live);
    await origin.noteRead(newer, beside);
    await origin.noteText({ text: 'newer', isDirty: false });
    assert.deepEqual(states.get('/a')?.base, newer);
  });

  it('is the saved content, whether saved completely or partly', async () => {
    await origin.noteArrived([{ path: ['a'], before: 1, after: 9 }]);
    assert.deepEqual(origin.state.base?.content, { a: 9, b: 1 });
    assert.equal(origin.state.seen, undefined);
    origin.noteSaved(newer);
    assert.deepEqual(origin.state, { openedAt: live.changedAt, base: newer });
  });

  it('only includes values seen next to it after a conflict, each once', async () => {
    await origin.noteRead(newer, { mine: { a: 3, b: 2 }, conflicts: [['a']] });
    assert.equal(origin.state.seen, undefined);
    origin.noteConflict();
    for (let each = 0; each < 2; each += 1) {
      await origin.noteRead(newer, { mine: { a: 3, b: 2 }, conflicts: [['a']] });
    }
    assert.deepEqual(origin.state.seen, newer.content);
    assert.deepEqual(origin.state.contested?.slice(0, 2), [['a'], ['b']]);
    assert.equal(origin.state.contested.length, 2);
    await origin.noteArrived([{ path: ['a'], before: 2, after: 3 }]);
    assert.deepEqual(origin.state.seen, { a: 3, b: 2 });
    origin.noteSaved(newer);
    await origin.noteRead(newer, { mine: { a: 3, b: 2 }, conflicts: [['a']] });
    assert.equal(origin.state.seen, undefined, 'the conflict is over');
  });

  it('is forgotten with the document', async () => {
    const documents = new OpenDocuments(states);
    const document = documents.at('/a');
    assert.deepEqual(documents.stateOf('/a').base, live);
    document.origin.noteConflict();
    await documents.forget('/a');
    assert.deepEqual(documents.stateOf('/a'), {});
    assert.equal(documents.find('/a'), undefined);
    await document.origin.noteRead(newer, { mine: { a: 3 }, conflicts: [['a']] });
    assert.equal(document.origin.state.seen, undefined);
  });
});
