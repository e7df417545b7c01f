import * as vscode from 'vscode';

/** A quick pick whose keys a test presses. */
export class TestPick {
  readonly #changed = new vscode.EventEmitter<string>();
  readonly #accepted = new vscode.EventEmitter<void>();
  readonly #pressed = new vscode.EventEmitter<
    vscode.QuickPickItemButtonEvent<vscode.QuickPickItem>
  >();
  readonly #others = new vscode.EventEmitter<never>();
  readonly onDidChangeValue = this.#changed.event;
  readonly onDidAccept = this.#accepted.event;
  readonly onDidHide = this.#others.event;
  readonly onDidTriggerButton = this.#others.event;
  readonly onDidTriggerItemButton = this.#pressed.event;
  readonly onDidChangeActive = this.#others.event;
  value = '';
  placeholder = '';
  title: string | undefined;
  busy = false;
  buttons: readonly vscode.QuickInputButton[] = [];
  items: readonly vscode.QuickPickItem[] = [];
  selectedItems: readonly vscode.QuickPickItem[] = [];
  activeItems: readonly vscode.QuickPickItem[] = [];
  readonly show = (): void => undefined;
  readonly hide = (): void => undefined;
  readonly dispose = (): void => undefined;

  get labels(): string[] {
    return this.items.map(({ label }) => label);
  }

  type(text: string): void {
    this.value = text;
    this.#changed.fire(text);
  }

  /** Accepts the first entry, or the one with this label. */
  enter(label = this.items[0]?.label): void {
    this.selectedItems = this.items.filter((item) => item.label === label);
    this.activeItems = this.selectedItems;
    this.press();
  }

  /** Accepts what is ticked and highlighted. */
  press(): void {
    this.#accepted.fire();
  }

  /** Presses the button with this tooltip on the first entry, or on the one with this label. */
  pressButton(tooltip: string, label = this.items[0]?.label): void {
    const item = this.items.find((each) => each.label === label);
    const button = item?.buttons?.find((each) => each.tooltip === tooltip);
    if (!item || !button) throw new Error(`There is no button ${tooltip}.`);
    this.#pressed.fire({ item, button });
  }
}
