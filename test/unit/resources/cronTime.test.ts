import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { joinTime, splitTime } from '../../../src/resources/cron/cronSchedule';

const field = fc.stringMatching(/^[0-9*/,-]{1,8}$/);

describe('The time of a cron job', () => {
  it('joins the five fields by single spaces in the order of the reference', () => {
    const fields = { minute: '0', hour: '*/2', dayOfMonth: '1', month: '6', dayOfWeek: '1-5' };
    assert.equal(joinTime(fields), '0 */2 1 6 1-5');
  });

  it('splits into the fields that it was joined from', () => {
    const fields = fc.record(
      { minute: field, hour: field, dayOfMonth: field, month: field, dayOfWeek: field },
      { noNullPrototype: true },
    );
    fc.assert(fc.property(fields, (each) => assert.deepEqual(splitTime(joinTime(each)), each)));
  });
});
