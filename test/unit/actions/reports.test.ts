import assert from 'node:assert/strict';
import { startActionWorld } from '../../support/actions/actionWorld';
import { ScriptedPrompts } from '../../support/actions/scriptedPrompts';
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
      const text = await readReport(sessions, report, subject);
      assert.ok(text.length > 2);
      assert.ok(!text.includes('FAKE-SECRET'));
      if (format === 'json') JSON.parse(text);
      else assert.match(text, /^(\S+\.\tIN\t(A|CNAME)\t\S+\n)+$/);
    });
  }

  it("fail if the service doesn't offer them", async () => {
    const report = reports.find(({ name, kind }) => name === 'dns' && kind === 'domain');
    assert.ok(report);
    await world.probe.addFault('404:GET:/api/v3/servers/1/webapps/101/domains/101/dns');
    const { sessions } = world.context(new ScriptedPrompts());
    await assert.rejects(readReport(sessions, report, subjects.domain), { reason: 'unsupported' });
  });
});
