import assert from 'node:assert/strict';
import { formatsOf } from '../../../src/base/l10n';
import { findKind } from '../../../src/resources/kinds/kinds';

describe('The row of a log entry', () => {
  const timeOf = (createdAt: string): string =>
    String(findKind('logEntry').present({ content: 'x', created_at: createdAt }).description);

  it('shows the time as the person writes it, and an unknown form as sent', () => {
    const at = Date.UTC(2026, 5, 30, 13);
    assert.equal(timeOf('2026-06-30 13:00:00'), formatsOf('en').moment(at));
    assert.equal(timeOf('2 hours ago'), '2 hours ago');
  });
});
