import type { RuleFacts } from '../../resources/lockOut/firewall';
import {
  answerQuestion,
  compareDoors,
  describeNow,
  limits,
  parseQuestion,
  type Rules,
  tooMany,
} from '../../resources/lockOut/whoGetsIn';
import { type ResourceReference, rulesBeside } from '../../resources/reference';
import type { FactItem, Section } from '../../pages/model';
import type { PanelContext } from '../panelKind';
import { fact, type Part, type Presses, sectionOf } from './parts';
import { t } from '../../base/l10n';

/** Who can reach which ports: now, after deploying, and with the pending changes if there are any. */
export function firewallSection(
  part: Part,
  asked: string,
  server: ResourceReference,
  { firewall }: PanelContext,
  presses: Presses,
): Section {
  const section = { ...sectionOf('firewall', t('Firewall'), part), isWide: true };
  if (part.state !== 'there') return section;
  const rules = part.value as Rules;
  const now = firewall.inForce(server, rules);
  const { added, removed } = firewall.staged(server);
  const isKept = ({ id }: { readonly id?: unknown }): boolean =>
    !removed.some((each) => String(each) === String(id));
  const isPending = added.length + removed.length > 0;
  const pending = rules && [...rules.filter(isKept), ...added];
  const columns: readonly (readonly [title: string, Rules])[] = [
    [t('Now'), 'rules' in now ? now.rules : undefined],
    [t('After deploying'), rules],
    ...(isPending ? [[t('With pending changes'), pending] as const] : []),
  ];
  const doors = compareDoors(
    columns.map(([, each]) => each),
    firewall.sshPortOf(server),
  );
  presses['firewall/deploy'] = { command: 'deployFirewallRules', target: rulesBeside(server) };
  return {
    ...section,
    note: [section.note, describeNow(now), doors ? limits() : tooMany()].filter(Boolean).join(' '),
    filters: [{ id: 'text', label: t('Who gets in? Type an address and a port'), value: asked }],
    items: toAnswers(asked, columns),
    buttons: [{ id: 'firewall/deploy', label: t('Deploy'), about: t('Firewall') }],
    table: {
      columns: [t('Port'), t('Addresses'), ...columns.map(([title]) => title)],
      rows: (doors ?? []).map(({ ports, families, texts }, index) => ({
        id: `door/${index}`,
        cells: [{ text: ports }, { text: families }, ...texts.map((text) => ({ text }))],
        buttons: [],
      })),
    },
  };
}

function toAnswers(
  asked: string,
  columns: readonly (readonly [title: string, rules: readonly RuleFacts[] | undefined])[],
): FactItem[] {
  if (asked.trim() === '') return [];
  const question = parseQuestion(asked);
  if (!question) {
    return [
      fact(
        t('Answer'),
        t('Type an address and a port, such as 203.0.113.7 22 or 2001:db8::7 53/udp.'),
      ),
    ];
  }
  return columns.map(([title, rules]) => fact(title, answerQuestion(rules, question)));
}
