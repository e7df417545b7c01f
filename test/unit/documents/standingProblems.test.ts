import assert from 'node:assert/strict';
import { findStanding, planSave } from '../../../src/documents/plan/savePlan';
import { DocumentError } from '../../../src/documents/writing/outcome';
import { findKind } from '../../../src/resources/kinds/kinds';

const saved = '{\n  "id": 7,\n  "hour": "x",\n  "label": "a"\n}\n';
const problems = [
  { path: ['id'] },
  { path: ['hour'] },
  { path: ['user'] },
  { path: [] },
  { path: ['label'], offset: 3 },
];

function standing(text: string): readonly string[] {
  return findStanding(problems, saved, text).map(({ path }) => path.join('.'));
}

describe('The problems of a save', () => {
  it('are all shown while the text is unchanged', () => {
    assert.deepEqual(standing(saved), ['id', 'hour', 'user', '', 'label']);
  });

  it('disappear when their field is edited, and remain when another one is', () => {
    assert.deepEqual(standing(saved.replace('"x"', '"4"')), ['id', 'user']);
    assert.deepEqual(standing(saved.replace('"a"', '"b"')), ['id', 'hour', 'user']);
    assert.deepEqual(standing(saved.replace('"id": 7', '"id": 1, "user": "web"')), ['hour']);
  });

  it('stay with their field if it moves, and while another field is incomplete', () => {
    assert.deepEqual(standing(`// note\n${saved}`), ['id', 'hour', 'user']);
    assert.deepEqual(standing(saved.replace('"a"', '"')), ['id', 'hour', 'user']);
  });

  it('remain while a comma is being typed, or nothing is left of the document', () => {
    assert.deepEqual(standing(saved.replace('"a"', '"b",')), ['id', 'hour', 'user']);
    assert.deepEqual(standing('null'), ['user']);
  });

  it('report a field as unknown if no resource of the kind has it, and as read-only otherwise', () => {
    const kind = findKind('sshSettings');
    const base = { id: 1, useDns: true };
    const mine = { id: 2, useDns: true, useDnz: false };
    assert.throws(
      () => planSave(kind, { base, mine, theirs: base }),
      (error) => {
        assert.ok(error instanceof DocumentError);
        assert.deepEqual(
          error.problems.map(({ reason, path }) => `${path.join('.')}: ${reason}`),
          ['id: readOnly', 'useDnz: unknownField'],
        );
        return true;
      },
    );
  });
});
