import assert from 'node:assert/strict';
import { findCronFields, findSchedule } from '../../../src/documents/findSchedule';
import { findCompletedValue } from '../../../src/documents/content';

const nightly = {
  label: 'Backup',
  minute: '30',
  hour: '2',
  dayOfMonth: '*',
  month: '*/2',
  dayOfWeek: '1',
};

describe('The schedule in the text of a cron job', () => {
  it('consists of its five fields and their positions', () => {
    const text = JSON.stringify(nightly, undefined, 2);
    const { time, places } = findSchedule(text) ?? assert.fail('no schedule');
    assert.equal(time, '30 2 * */2 1');
    const { offset = 0, length = 0 } = places.get('month') ?? {};
    assert.equal(text.slice(offset, offset + length), '"*/2"');
  });

  it('is found while a trailing comma is being typed', () => {
    const text = JSON.stringify(nightly, undefined, 2).replace('"1"', '"1",');
    assert.equal(findSchedule(text)?.time, '30 2 * */2 1');
  });

  it('is incomplete if a field is missing, empty or a number', () => {
    for (const name of ['minute', 'hour', 'dayOfMonth', 'month', 'dayOfWeek'] as const) {
      for (const value of [undefined, '', 5]) {
        assert.equal(findSchedule(JSON.stringify({ ...nightly, [name]: value })), undefined, name);
      }
    }
  });

  it('has the fields that already exist', () => {
    const fields = findCronFields('{"minute": "5", "hour": 2, "month": "*"');
    assert.deepEqual([...fields.keys()], ['minute', 'month']);
    assert.equal(findCronFields('').size, 0);
  });
});

describe('The value to complete', () => {
  /** The field at the cursor, and the text that a completion replaces; a bar marks the cursor. */
  function completedAt(marked: string): { field: string; replaced: string } | undefined {
    const at = marked.indexOf('|');
    const text = marked.replace('|', '');
    const found = findCompletedValue(text, at);
    return (
      found && {
        field: found.path.join('.'),
        replaced: text.slice(found.offset, found.offset + found.length),
      }
    );
  }

  it('is replaced as a whole, including quotes, wherever the cursor is in it', () => {
    for (const value of ['|"runner"', '"run|ner"', '"runner"|']) {
      assert.deepEqual(completedAt(`{"label": "x", "username": ${value}}`), {
        field: 'username',
        replaced: '"runner"',
      });
    }
  });

  it('is identified in a list or an object by its path', () => {
    assert.equal(completedAt('{"settings": {"timezone": "U|"}}')?.field, 'settings.timezone');
    assert.equal(completedAt('{"tags": ["a", "b|"]}')?.field, 'tags.1');
  });

  it("is the word at the cursor if that isn't a value yet", () => {
    assert.deepEqual(completedAt('{"username": |}'), { field: 'username', replaced: '' });
    assert.deepEqual(completedAt('{"username": run|ner}'), {
      field: 'username',
      replaced: 'runner',
    });
    assert.deepEqual(completedAt('{"username": runner|}'), {
      field: 'username',
      replaced: 'runner',
    });
  });

  it("doesn't exist in a member's name or after a value", () => {
    assert.equal(completedAt('{"user|name": "runner"}'), undefined);
    assert.equal(completedAt('{"username": "runner"  |}'), undefined);
  });
});
