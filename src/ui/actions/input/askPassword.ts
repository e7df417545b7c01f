import * as vscode from 'vscode';
import { type Kept, keptText } from './kept';
import { makePassword } from './makePassword';
import type { StepOutcome, StepPosition } from '../../input/wizard';
import { t } from '../../l10n';
import type { SecretField } from '../field';

/** Asks for a secret: masked unless it is to be seen, made up and copied on demand. */
export function askPassword(
  field: SecretField,
  position: StepPosition,
  kept: Kept = {},
): Promise<StepOutcome<string>> {
  const box = vscode.window.createInputBox();
  const { title, step, totalSteps } = position;
  Object.assign(box, { title, step, totalSteps });
  box.prompt = field.prompt;
  box.password = true;
  box.value = keptText(kept) ?? '';
  box.ignoreFocusOut = true;

  const generate = button('sparkle', t('Make up a password and copy it'));
  const reveal = button('eye', t('Show what is typed'));
  const conceal = button('eye-closed', t('Hide what is typed'));
  const drawButtons = (): void => {
    box.buttons = [
      ...(step > 1 ? [vscode.QuickInputButtons.Back] : []),
      ...(field.isGenerated ? [generate] : []),
      box.password ? reveal : conceal,
    ];
  };
  drawButtons();

  return new Promise((resolve) => {
    const finish = (outcome: StepOutcome<string>): void => {
      resolve(outcome);
      box.dispose();
    };
    box.onDidTriggerButton(async (pressed) => {
      if (pressed === vscode.QuickInputButtons.Back) {
        return finish({ type: 'back', typed: box.value });
      }
      if (pressed === generate) {
        box.value = makePassword();
        box.validationMessage = undefined;
        await vscode.env.clipboard.writeText(box.value);
        box.prompt = t('Made up and copied to the clipboard. Press Enter to use it.');
        return undefined;
      }
      box.password = !box.password;
      drawButtons();
      return undefined;
    });
    box.onDidChangeValue((text) => {
      box.validationMessage = text === '' ? undefined : field.validate?.(text);
    });
    box.onDidAccept(() => {
      const problem = field.validate?.(box.value);
      if (problem) box.validationMessage = problem;
      else finish({ type: 'next', state: box.value });
    });
    box.onDidHide(() => finish({ type: 'cancel' }));
    box.show();
  });
}

function button(icon: string, tooltip: string): vscode.QuickInputButton {
  return { iconPath: new vscode.ThemeIcon(icon), tooltip };
}
