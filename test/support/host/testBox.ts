import * as vscode from 'vscode';

/** An input box whose keys and buttons a test presses. */
export class TestBox {
  readonly #changed = new vscode.EventEmitter<string>();
  readonly #accepted = new vscode.EventEmitter<void>();
  readonly #hidden = new vscode.EventEmitter<void>();
  readonly #pressed = new vscode.EventEmitter<vscode.QuickInputButton>();
  readonly onDidChangeValue = this.#changed.event;
  readonly onDidAccept = this.#accepted.event;
  readonly onDidHide = this.#hidden.event;
  readonly onDidTriggerButton = this.#pressed.event;
  value = '';
  prompt: string | undefined;
  placeholder: string | undefined;
  title: string | undefined;
  step: number | undefined;
  totalSteps: number | undefined;
  password = false;
  busy = false;
  enabled = true;
  ignoreFocusOut = false;
  validationMessage: string | vscode.InputBoxValidationMessage | undefined;
  buttons: readonly vscode.QuickInputButton[] = [];
  readonly show = (): void => undefined;
  readonly dispose = (): void => undefined;

  /** Whether it offers to go back. */
  get hasBack(): boolean {
    return this.buttons.includes(vscode.QuickInputButtons.Back);
  }

  type(text: string): void {
    this.value = text;
    this.#changed.fire(text);
  }

  enter(): void {
    this.#accepted.fire();
  }

  back(): void {
    this.#pressed.fire(vscode.QuickInputButtons.Back);
  }

  /** Presses the button with this tooltip. */
  press(tooltip: string): void {
    const button = this.buttons.find((each) => each.tooltip === tooltip);
    if (!button) throw new Error(`There is no button ${tooltip}.`);
    this.#pressed.fire(button);
  }

  escape(): void {
    this.#hidden.fire();
  }
}
