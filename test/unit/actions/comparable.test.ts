import assert from 'node:assert/strict';
import { toComparable } from '../../../src/panels/reports/reports';

describe('A canvas compared with another one', () => {
  const plugin = (id: number, name: string): { id: number; name: string; activate: boolean } => ({
    id,
    name,
    activate: true,
  });

  it('has no ids or times, which always differ', () => {
    const settings = { id: 4, language: 'en_US', created_at: 'yesterday' };
    const content = { id: 1, name: 'Blog', settings, updated_at: 'today' };
    assert.deepEqual(toComparable(content), { name: 'Blog', settings: { language: 'en_US' } });
  });

  it('equals one with the same plugins in another order', () => {
    const one = { plugins: { data: [plugin(1, 'Redirection'), plugin(2, 'Classic Editor')] } };
    const other = { plugins: { data: [plugin(8, 'Classic Editor'), plugin(9, 'Redirection')] } };
    assert.deepEqual(toComparable(one), toComparable(other));
    assert.deepEqual(toComparable(one), {
      plugins: [
        { name: 'Classic Editor', activate: true },
        { name: 'Redirection', activate: true },
      ],
    });
  });

  it('keeps values that have no name to sort by', () => {
    assert.deepEqual(toComparable({ tags: ['b', 'a'], none: null }), {
      tags: ['a', 'b'],
      none: null,
    });
  });
});
