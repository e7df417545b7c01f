import * as vscode from 'vscode';
import { guarded } from '../../base/guarded';
import { toMessage, toPlain, type Words } from '../../base/foreignText';

export interface PickItem extends Omit<
  vscode.QuickPickItem,
  'label' | 'description' | 'detail' | 'kind'
> {
  readonly label: Words;
  readonly description?: Words;
  readonly detail?: Words;
}

export type SafeQuickPick<T> = Omit<
  vscode.QuickPick<vscode.QuickPickItem>,
  'items' | 'activeItems' | 'selectedItems' | 'onDidTriggerItemButton'
> & {
  items: readonly T[];
  activeItems: readonly T[];
  selectedItems: readonly T[];
  readonly onDidTriggerItemButton: vscode.Event<{
    readonly item: T;
    readonly button: vscode.QuickInputButton;
  }>;
};

interface PickOptions extends vscode.QuickPickOptions {
  readonly title: string;
  readonly placeHolder: string;
}

export async function showPick<T extends PickItem>(
  items: readonly T[],
  options: PickOptions,
): Promise<T | undefined> {
  return (await vscode.window.showQuickPick(toDrawn(items), toPlainOptions(options))) as
    | T
    | undefined;
}

export async function showMultiPick<T extends PickItem>(
  items: readonly T[],
  options: PickOptions,
): Promise<readonly T[] | undefined> {
  const chosen = await vscode.window.showQuickPick(toDrawn(items), {
    ...toPlainOptions(options),
    canPickMany: true,
  });
  return chosen as unknown as readonly T[] | undefined;
}

export function createPick<T extends PickItem>(): SafeQuickPick<T> {
  const pick = guarded(vscode.window.createQuickPick(), {
    title: line,
    placeholder: line,
    items: toDrawn,
  });
  return pick as unknown as SafeQuickPick<T>;
}

export function createInputBox(): vscode.InputBox {
  return guarded(vscode.window.createInputBox(), {
    title: line,
    placeholder: line,
    prompt: (text) => text && toMessage(text),
    validationMessage: (text) =>
      typeof text === 'object'
        ? { ...text, message: toMessage(text.message) }
        : text && toMessage(text),
  });
}

/** A button with a tooltip in the language of the window, which isn't known while code is loaded. */
export function createButton(icon: string, tooltip: () => string): vscode.QuickInputButton {
  return {
    iconPath: new vscode.ThemeIcon(icon),
    get tooltip() {
      return tooltip();
    },
  };
}

function toPlainOptions(options: vscode.QuickPickOptions): vscode.QuickPickOptions {
  const { title, placeHolder } = options;
  return {
    ...options,
    ...(title === undefined ? {} : { title: toPlain(title) }),
    ...(placeHolder === undefined ? {} : { placeHolder: toPlain(placeHolder) }),
  };
}

function line(text: string | undefined): string | undefined {
  return text && toPlain(text);
}

/** The same objects with sanitized texts, so that the caller recognizes them. */
function toDrawn(items: readonly PickItem[]): readonly vscode.QuickPickItem[] {
  return items.map((item) => {
    const { label, description, detail } = item;
    return Object.assign(item as PickItem & vscode.QuickPickItem, {
      label: toPlain(label),
      ...(description === undefined ? {} : { description: toPlain(description) }),
      ...(detail === undefined ? {} : { detail: toPlain(detail) }),
    });
  });
}
