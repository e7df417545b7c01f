import assert from 'node:assert/strict';
import { startActionWorld } from '../../support/actions/actionWorld';
import { ScriptedPrompts } from '../../support/actions/scriptedPrompts';
import { sessionsWithLog } from '../../support/sessionsWithLog';
import { readReport } from '../../../src/panels/reports/readReport';
import { parseReportPath, toReportPath } from '../../../src/panels/reports/reportPath';
import { reports } from '../../../src/panels/reports/reports';
import { allTests } from '../../support/eachTest';

const subjects = {
  server: { account: 'service', kind: 'server', ids: [1] },
  webApplication: { account: 'service', kind: 'webApplication', ids: [1, 101] },
  domain: { account: 'service', kind: 'domain', ids: [1, 101, 101] },
  canvas: { account: 'service', kind: 'canvas', ids: [1] },
} as const;

describe('Reports', () => {
  const world = allTests(startActionWorld);

  afterEach(() => world.probe.clearFaults());

  for (const report of reports) {
    const { name, kind, format } = report;
    const subject =
      kind && kind in subjects ? subjects[kind as keyof typeof subjects] : { account: 'service' };

    it(`are found by their path: ${name} of ${kind ?? 'the account'}`, () => {
      const path = toReportPath(report, subject);
      assert.deepEqual(parseReportPath(path), { report, subject });
      assert.equal(parseReportPath(`/else${path}`), undefined);
    });

    it(`are read without credentials: ${name} of ${kind ?? 'the account'}`, async () => {
      const { sessions } = world.context(new ScriptedPrompts());
      const { text } = await readReport(sessions, report, subject);
      assert.ok(text.length > 2);
      assert.ok(!text.includes('FAKE-SECRET'));
      if (format === 'json') JSON.parse(text);
      else if (format === 'zone') assert.match(text, /^(\S+\.\tIN\t(A|CNAME)\t\S+\n)+$/);
      else assert.match(text, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \[[\w ]+\] \S/m);
    });
  }

  for (const [length, total] of [
    [205, 205],
    [205, undefined],
    [200, 200],
  ] as const) {
    it(`say what they show of a list of ${length}, counted or not, and read on: ${total}`, async () => {
      const report = reports.find(({ name, kind }) => name === 'events' && kind === 'server');
      assert.ok(report);
      const log = sessionsWithLog(length, total);
      const first = await readReport(log, report, subjects.server);
      assert.equal(first.text.split('\n').length - 1, 200);
      assert.deepEqual(first.rest, length === 200 ? undefined : { shown: 200, total });
      const more = await readReport(log, report, subjects.server, { pages: 10 });
      assert.equal(more.text.split('\n').length - 1, length);
      assert.equal(more.rest, undefined);
    });
  }

  it("fail if the service doesn't offer them", async () => {
    const report = reports.find(({ name, kind }) => name === 'events' && kind === 'server');
    assert.ok(report);
    await world.probe.addFault('404:GET:/api/v3/servers/1/logs');
    const { sessions } = world.context(new ScriptedPrompts());
    await assert.rejects(readReport(sessions, report, subjects.server), { reason: 'unsupported' });
  });
});
