import * as vscode from 'vscode';
import {
  countTargets,
  labelOf,
  nameRule,
  type NameSources,
  pathOf,
  serverNameOf,
} from '../../../findings/view/names';
import { openingCommand } from '../../../explorer/rowTokens';
import { describeArea, describeAreas, nameArea, nameSeverity } from '../../../findings/view/words';
import { findingKey, type Severity } from '../../../findings/finding';
import { type AttentionRow, findFixOfAll, type RuleRow } from '../../../findings/rows';
import { findKind } from '../../../resources/kinds/kinds';
import type { ResourceNames } from '../../../resources/names/resourceNames';
import type { Target } from '../../../resources/reference';
import { openInEditor } from '../../editor/treeView';
import { toDocumentUri } from '../../editor/uris';
import { formats, t } from '../../../base/l10n';

/** How many findings a critical rule shows at once; more would hide the other rules. */
const mostOpen = 10;

/** The label of a finding's account, if several have a resource with its name. */
type AccountOf = (target: Target) => string | undefined;

const severityIcons: Readonly<Record<Severity, readonly [icon: string, color: string]>> = {
  critical: ['error', 'list.errorForeground'],
  warning: ['warning', 'list.warningForeground'],
  information: ['info', 'charts.blue'],
};

const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;

/** @param names the names in the paths of documents. */
export function drawAttentionRow(
  row: AttentionRow,
  sources: NameSources,
  names: ResourceNames,
  accountOf: AccountOf,
): vscode.TreeItem {
  switch (row.type) {
    case 'rule':
      return drawRule(row);
    case 'muted': {
      const item = groupItem('muted', t('Muted'), Collapsed);
      return withCount(item, row.findings.length, icon('bell-slash'));
    }
    case 'finding':
      return drawFinding(row, sources, names, accountOf);
    case 'rest': {
      const label = t('{0} more', formats.number(row.findings.length));
      const id = `rest/${row.isMuted}/${row.findings[0]?.rule}`;
      return withCount(groupItem(id, label, Collapsed), undefined, icon('ellipsis'));
    }
    case 'nothing': {
      const label = t('Nothing needs attention');
      const item = groupItem('nothing', label, None);
      item.description = describeAreas(row.areas);
      item.tooltip = item.description;
      item.accessibilityInformation = { label: `${label}. ${item.description}` };
      item.iconPath = icon('pass', 'testing.iconPassed');
      return item;
    }
    case 'unchecked': {
      const item = groupItem('unchecked', t('Not checked'), Collapsed);
      item.contextValue = 'unchecked';
      return withCount(item, row.areas.length, icon('question'));
    }
    case 'area': {
      const label = nameArea(row.area.id);
      const item = groupItem(`area/${row.area.id}`, label, None);
      item.description = describeArea(row.area);
      item.accessibilityInformation = { label: `${label}: ${item.description}` };
      item.iconPath = icon(row.area.id === 'health' ? 'dashboard' : findKind(row.area.id).icon);
      return item;
    }
  }
}

function drawRule(row: RuleRow): vscode.TreeItem {
  const { rule, findings, isMuted } = row;
  const severity = findings[0]?.severity ?? 'information';
  const isOpen = severity === 'critical' && !isMuted && findings.length <= mostOpen;
  const id = `${isMuted ? 'muted' : 'rule'}/${rule}`;
  const item = groupItem(id, nameRule(rule), isOpen ? Expanded : Collapsed);
  item.description = countTargets(findings.map(({ target }) => target));
  item.iconPath = icon(...severityIcons[severity]);
  const tokens = isMuted ? ['unmute'] : ['muteKind', ...(findFixOfAll(row) ? ['fixAll'] : [])];
  item.contextValue = ['rule', ...tokens.map((each) => `+${each}`)].join(' ');
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
): vscode.TreeItem {
  const { finding, isMuted } = row;
  const { rule, severity, target, sentence, fixes } = finding;
  const label = labelOf(sources, target);
  const item = groupItem(findingKey(rule, target), label, None);
  const words = sentence();
  const server = serverNameOf(sources, target);
  item.description = [server ?? [], accountOf(target) ?? []].flat().join(' · ');
  item.tooltip = `${pathOf(sources, target)}\n${words}`;
  item.iconPath = icon(...severityIcons[severity]);
  const tokens = [
    isMuted ? 'unmute' : 'mute',
    ...fixes.map((command) => `mend_${command.slice('serverManagement.'.length)}`),
  ];
  item.contextValue = ['finding', ...tokens.map((each) => `+${each}`)].join(' ');
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

function groupItem(
  id: string,
  label: string,
  state: vscode.TreeItemCollapsibleState,
): vscode.TreeItem {
  const item = new vscode.TreeItem(label, state);
  item.id = id;
  return item;
}

function withCount(
  item: vscode.TreeItem,
  count: number | undefined,
  iconPath: vscode.ThemeIcon,
): vscode.TreeItem {
  item.iconPath = iconPath;
  if (count !== undefined) item.description = formats.number(count);
  return item;
}

function icon(id: string, color?: string): vscode.ThemeIcon {
  return new vscode.ThemeIcon(id, color === undefined ? undefined : new vscode.ThemeColor(color));
}
