import * as vscode from 'vscode';
import {
  countTargets,
  labelOf,
  nameRule,
  type NameSources,
  pathOf,
  serverNameOf,
} from '../../../findings/view/names';
import { openingCommand, toContext } from '../../../explorer/rowTokens';
import { describeArea, describeAreas, nameArea, nameSeverity } from '../../../findings/view/words';
import { findingKey, type Severity } from '../../../findings/finding';
import { type AttentionRow, findFixOfAll, type RuleRow } from '../../../findings/rows';
import { isAction } from '../../../actions/actions';
import { tokenOf } from '../../../actions/commands';
import { findKind } from '../../../resources/kinds/kinds';
import type { ResourceNames } from '../../../resources/names/resourceNames';
import type { Target } from '../../../resources/reference';
import { themeIcon } from '../../editor/decoration';
import { openInEditor } from '../../editor/treeView';
import { toDocumentUri } from '../../editor/uris';
import { formats, t } from '../../../base/l10n';

/** How many findings a critical rule shows at once; more would hide the other rules. */
const mostOpen = 10;

/** The label of a finding's account, if several have a resource with its name. */
type AccountOf = (target: Target) => string | undefined;

/** True if nothing that would be written to the account is offered. */
type IsReadOnly = (account: string) => boolean;

export const severityIcons: Readonly<Record<Severity, readonly [icon: string, color: string]>> = {
  critical: ['error', 'list.errorForeground'],
  warning: ['warning', 'list.warningForeground'],
  information: ['info', 'charts.blue'],
};

const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;

/** @param names the names in the paths of documents. */
export function drawAttentionRow(
  row: AttentionRow,
  sources: NameSources,
  names: ResourceNames,
  accountOf: AccountOf,
  isReadOnly: IsReadOnly,
): vscode.TreeItem {
  switch (row.type) {
    case 'rule':
      return drawRule(row, isReadOnly);
    case 'muted':
      return groupItem('muted', t('Muted'), themeIcon('bell-slash'), row.findings.length);
    case 'finding':
      return drawFinding(row, sources, names, accountOf, isReadOnly);
    case 'rest': {
      const label = t('{0} more', formats.number(row.findings.length));
      const id = `rest/${row.isMuted}/${row.findings[0]?.rule}`;
      return groupItem(id, label, themeIcon('ellipsis'));
    }
    case 'nothing': {
      const label = t('Nothing needs attention');
      const item = newItem('nothing', label, themeIcon('pass', 'testing.iconPassed'));
      item.description = describeAreas(row.areas);
      item.tooltip = item.description;
      item.accessibilityInformation = { label: `${label}. ${item.description}` };
      return item;
    }
    case 'unchecked': {
      const label = t('Not checked');
      const item = groupItem('unchecked', label, themeIcon('question'), row.areas.length);
      item.contextValue = 'unchecked';
      return item;
    }
    case 'area': {
      const { id } = row.area;
      const iconPath = themeIcon(id === 'health' ? 'dashboard' : findKind(id).icon);
      const item = newItem(`area/${id}`, nameArea(id), iconPath);
      item.description = describeArea(row.area);
      item.accessibilityInformation = { label: `${nameArea(id)}: ${item.description}` };
      return item;
    }
  }
}

function drawRule(row: RuleRow, isReadOnly: IsReadOnly): vscode.TreeItem {
  const { rule, findings, isMuted } = row;
  const severity = findings[0]?.severity ?? 'information';
  const isOpen = severity === 'critical' && !isMuted && findings.length <= mostOpen;
  const id = `${isMuted ? 'muted' : 'rule'}/${rule}`;
  const iconPath = themeIcon(...severityIcons[severity]);
  const item = newItem(id, nameRule(rule), iconPath, isOpen ? Expanded : Collapsed);
  item.description = countTargets(findings.map(({ target }) => target));
  const fix = findFixOfAll(row);
  // What is staged isn't sent.
  const mayFix =
    typeof fix !== 'string' || findings.every((each) => !isReadOnly(each.target.account));
  const tokens = isMuted ? ['unmute'] : ['muteKind', ...(fix && mayFix ? ['fixAll'] : [])];
  item.contextValue = toContext('rule', tokens);
  item.accessibilityInformation = {
    label: [nameSeverity(severity), nameRule(rule), item.description].join(', '),
  };
  return item;
}

function drawFinding(
  row: AttentionRow & { readonly type: 'finding' },
  sources: NameSources,
  names: ResourceNames,
  accountOf: AccountOf,
  isReadOnly: IsReadOnly,
): vscode.TreeItem {
  const { finding, isMuted } = row;
  const { rule, severity, target, sentence, fixes } = finding;
  const label = labelOf(sources, target);
  const item = newItem(findingKey(rule, target), label, themeIcon(...severityIcons[severity]));
  const words = sentence();
  const server = serverNameOf(sources, target);
  item.description = [server ?? [], accountOf(target) ?? []].flat().join(' · ');
  item.tooltip = `${pathOf(sources, target)}\n${words}`;
  const tokens = [
    isMuted ? 'unmute' : 'mute',
    ...fixes
      .filter((command) => !isReadOnly(target.account) || !isAction(command))
      .map((command) => `mend_${tokenOf(command)}`),
  ];
  item.contextValue = toContext('finding', tokens);
  item.accessibilityInformation = {
    label: [nameSeverity(severity), label, server ?? [], words].flat().join(', '),
  };
  const command = openingCommand(target);
  item.command =
    'ids' in target && command === 'serverManagement.openDocument'
      ? openInEditor(toDocumentUri(target, names), t('Open'))
      : { command, title: t('Open'), arguments: [row] };
  return item;
}

function newItem(
  id: string,
  label: string,
  iconPath: vscode.ThemeIcon,
  state = vscode.TreeItemCollapsibleState.None,
): vscode.TreeItem {
  return Object.assign(new vscode.TreeItem(label, state), { id, iconPath });
}

function groupItem(
  id: string,
  label: string,
  iconPath: vscode.ThemeIcon,
  count?: number,
): vscode.TreeItem {
  const item = newItem(id, label, iconPath, Collapsed);
  if (count !== undefined) item.description = formats.number(count);
  return item;
}
