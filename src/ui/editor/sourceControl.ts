import * as vscode from 'vscode';
import { toPlain, type Words } from '../../base/foreignText';
import { themeIcon } from './decoration';

/** A row in Source Control; the last segment of its path is its label. */
interface SourceRow {
  readonly uri: vscode.Uri;
  readonly tooltip: Words;
  readonly icon?: { readonly id: string; readonly color: string } | undefined;
  readonly isStruckThrough?: boolean;
}

export interface SourceGroup {
  readonly id: string;
  readonly label: string;
  readonly rows: readonly SourceRow[];
}

interface SourceParts {
  readonly id: string;
  readonly name: string;
  /** Shown in the empty input. */
  readonly placeholder: string;
  readonly accept: { readonly command: string; readonly title: string };
  readonly open: { readonly command: string; readonly title: string };
  originalOf(uri: vscode.Uri): Promise<vscode.Uri | undefined>;
}

export type SourceControl = ReturnType<typeof createSourceControl>;

export function createSourceControl(parts: SourceParts) {
  const control = vscode.scm.createSourceControl(parts.id, toPlain(parts.name));
  control.inputBox.placeholder = toPlain(parts.placeholder);
  control.acceptInputCommand = parts.accept;
  control.quickDiffProvider = { provideOriginalResource: (uri) => parts.originalOf(uri) };
  const groups = new Map<string, vscode.SourceControlResourceGroup>();
  const groupAt = ({ id, label }: SourceGroup): vscode.SourceControlResourceGroup => {
    const group = groups.get(id) ?? control.createResourceGroup(id, toPlain(label));
    group.hideWhenEmpty = true;
    groups.set(id, group);
    return group;
  };
  return {
    input: control.inputBox,
    show(shown: readonly SourceGroup[]) {
      for (const group of shown) {
        groupAt(group).resourceStates = group.rows.map((row) => toResourceState(row, parts.open));
      }
      control.count = shown.reduce((sum, { rows }) => sum + rows.length, 0);
    },
    dispose() {
      for (const group of groups.values()) group.dispose();
      control.dispose();
    },
  };
}

function toResourceState(
  { uri, tooltip, icon, isStruckThrough = false }: SourceRow,
  open: SourceParts['open'],
): vscode.SourceControlResourceState {
  return {
    resourceUri: uri,
    command: { ...open, arguments: [uri] },
    decorations: {
      tooltip: toPlain(tooltip),
      strikeThrough: isStruckThrough,
      ...(icon ? { iconPath: themeIcon(icon.id, icon.color) } : {}),
    },
  };
}
