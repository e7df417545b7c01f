import assert from 'node:assert/strict';
import { atOnce } from '../../../src/base/pieces';
import { describeFacts } from '../../../src/resources/serverFacts';
import { evaluate } from '../../../src/findings/evaluate';
import type { RuleId } from '../../../src/findings/finding';
import { Knowledge } from '../../../src/findings/knowledge';
import { Fingerprints, partsOfServers } from '../../../src/findings/partsOfServers';
import { CountRegistry } from '../../../src/panels/fleet/counts';
import { fleetServersOf, toServers } from '../../../src/panels/fleet/servers';
import { useSection } from '../../../src/panels/models/serverUse';
import { domainsSection } from '../../../src/panels/models/webApplicationDomains';
import { describeRuns } from '../../../src/resources/cron/describeRuns';
import { findKind } from '../../../src/resources/kinds/kinds';
import type { Resource } from '../../../src/resources/kinds/kind';

const account = 'example';
const server = { account, kind: 'server', ids: [1] } as const;
const ssl = { account, kind: 'ssl', ids: [1, 2, 3] } as const;
const day = 86_400_000;

function hasFinding(knowledge: Knowledge, rule: RuleId, now: number): boolean {
  const context = { now, mostJobsPerMinute: 9, isPending: () => false };
  return atOnce(evaluate(knowledge, context)).findings.some((finding) => finding.rule === rule);
}

function knowledgeOfServer(): Knowledge {
  const knowledge = new Knowledge();
  const collection = { account, kind: 'server', parents: [] } as const;
  knowledge.addList({ collection, items: [{ id: 1, name: 'Shop' }], isWhole: true });
  return knowledge;
}

/** Where a renewal is judged: a row, Needs Attention, the filter, and a web application's page. */
function failedRenewals(certificate: Resource): readonly boolean[] {
  const now = Date.now();
  const knowledge = knowledgeOfServer();
  knowledge.addSingle({ reference: ssl, resource: certificate });
  const { description } = findKind('ssl').present(certificate);
  const [listed] = partsOfServers(knowledge, ['certificate'], now, new Fingerprints()).values();
  const { table } = domainsSection(
    { id: 'domains', title: 'Domains', items: [] },
    [{ id: 3, name: 'example.com' }],
    { account, kind: 'webApplication', ids: [1, 2] },
    { now: () => now, certificateOf: () => certificate, domainCount: 1 },
    {},
  );
  const [, , cell] = table?.rows[0]?.cells ?? [];
  return [
    String(description).includes('Renewal failed'),
    hasFinding(knowledge, 'certificateRenewalFailed', now),
    listed?.certificate?.items.some(({ hasFailed }) => hasFailed) === true,
    cell?.text.includes('Renewal failed') === true,
  ];
}

describe('One question has one answer everywhere', () => {
  for (const [renewalIn, endsIn, method, hasFailed] of [
    [-3, 27, 'letsencrypt', true],
    [-1.5, 28.5, 'letsencrypt', true],
    [-0.5, 29.5, 'letsencrypt', false],
    // The day of the last renewal, as long as the certificate is healthy.
    [-5, 85, 'letsencrypt', false],
    [-40, 50, 'letsencrypt', false],
    [-3, 27, 'custom', false],
    [-40, -10, 'letsencrypt', false],
    [10, 40, 'letsencrypt', false],
  ] as const) {
    it(`about a ${method} renewal due in ${renewalIn} days, ${endsIn} before the end`, () => {
      const at = (days: number): string => new Date(Date.now() + days * day).toISOString();
      const certificate = { validUntil: at(endsIn), renewalDate: at(renewalIn), method };
      assert.deepEqual(failedRenewals(certificate), Array(4).fill(hasFailed));
    });
  }

  for (const [time, isRejected] of [
    ['5/15 * * * *', true],
    ['0 0 1/2 * *', true],
    ['61 * * * *', true],
    ['5-59/15 * * * *', false],
    ['0 0 * * mon-fri', false],
  ] as const) {
    it(`about the schedule ${time}`, () => {
      const knowledge = knowledgeOfServer();
      const collection = { account, kind: 'cronJob', parents: [1] } as const;
      knowledge.addList({ collection, items: [{ id: 1, enabled: 1, time }], isWhole: true });
      const words = describeRuns(time, new Date());
      assert.deepEqual(
        [/isn't a valid/.test(words), hasFinding(knowledge, 'cronInvalid', Date.now())],
        [isRejected, isRejected],
      );
    });
  }

  for (const [health, percent, isFull] of [
    [{ usedMemory: 900, totalMemory: 1_000 }, '90%', true],
    [{ usedMemory: 870, totalMemory: 1_000 }, '87%', false],
    [{ usedMemory: null, availableMemory: '50', totalMemory: '1000' }, '95%', true],
    [{ usedMemory: null, totalMemory: 8_192 }, undefined, false],
    [{ usedMemory: 9_000, totalMemory: 8_192 }, undefined, false],
    [{ usedMemory: 5, totalMemory: 0 }, undefined, false],
  ] as const) {
    it(`about memory in ${JSON.stringify(health)}`, () => {
      const knowledge = knowledgeOfServer();
      knowledge.addHealth({ reference: server, resource: health });
      const { items } = useSection({ state: 'there', value: health }, { state: 'loading' }, []);
      const bar = items.find(({ label }) => label === 'Memory');
      const sources = { accounts: [], labelOf: () => 'Shop' };
      const { table } = toServers(fleetServersOf(knowledge), sources, new CountRegistry());
      const use = table?.rows[0]?.cells.find(({ share }) => share !== undefined);
      const tooltip = describeFacts({ health }, {}).find(([name]) => name === 'Memory');
      assert.deepEqual(
        {
          page: bar?.type === 'bar' ? /\d+%/.exec(bar.text)?.[0] : undefined,
          fleet: use?.text,
          tooltip: tooltip && /\d+%/.exec(tooltip[1])?.[0],
        },
        { page: percent, fleet: percent, tooltip: percent },
      );
      assert.deepEqual(
        [
          bar?.type === 'bar' && bar.isHigh,
          use !== undefined && use.tone !== 'good',
          hasFinding(knowledge, 'memoryFull', Date.now()),
        ],
        [isFull, isFull, isFull],
      );
    });
  }
});
