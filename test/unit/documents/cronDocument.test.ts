import assert from 'node:assert/strict';
import { toContent } from '../../../src/documents/content';
import { DocumentError } from '../../../src/documents/writing/outcome';
import { readOnlyReason } from '../../../src/documents/plan/readOnlyFields';
import { planSave } from '../../../src/documents/plan/savePlan';
import { findKind } from '../../../src/resources/kinds/kinds';
import type { JsonObject } from '../../../src/base/json';

const kind = findKind('cronJob');
const job = { id: 1, label: 'Tidy up', username: 'webmaster', command: '/bin/true', enabled: 1 };

describe('The document of a cron job', () => {
  for (const time of [
    '@daily',
    '@reboot',
    '0 3 * * * root',
    '0  3 * * *',
    ' 0 3 * * *',
    '0 3',
    '',
  ]) {
    const content = toContent(kind, { ...job, time });

    it(`shows the schedule "${time}" unchanged, and why it is read-only`, () => {
      assert.equal(content['time'], time);
      assert.ok(!('minute' in content));
      assert.match(readOnlyReason(kind, content) ?? '', /doesn't have five cron fields/);
    });

    const changes: readonly JsonObject[] = [
      { label: 'Other' },
      { time: '0 3 * * *' },
      { minute: '0', hour: '3', dayOfMonth: '*', month: '*', dayOfWeek: '*' },
    ];
    for (const change of changes) {
      it(`never writes "${time}" back with ${Object.keys(change).join(', ')} changed`, () => {
        const mine = { ...content, ...change };
        assert.throws(
          () => planSave(kind, { base: content, mine, theirs: content }),
          (error) =>
            error instanceof DocumentError &&
            error.problems.length > 0 &&
            error.problems.every(({ reason }) => reason === 'readOnly'),
        );
      });
    }

    it(`isn't written if others set the schedule "${time}" meanwhile`, () => {
      const base = toContent(kind, { ...job, time: '0 3 * * *' });
      const mine = { ...base, hour: '4' };
      assert.throws(() => planSave(kind, { base, mine, theirs: content }), DocumentError);
    });
  }

  it('has the five fields of a schedule, and can be edited', () => {
    const content = toContent(kind, { ...job, time: '0 3 * * *' });
    assert.deepEqual([content['minute'], content['hour'], 'time' in content], ['0', '3', false]);
    assert.equal(readOnlyReason(kind, content), undefined);
  });
});
