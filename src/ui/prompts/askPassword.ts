import * as vscode from 'vscode';
import { savedText } from '../../actions/questions/savedAnswer';
import { showStep } from './showStep';
import { makePassword } from '../../actions/questions/makePassword';
import type { StepOutcome, StepPosition } from '../../base/questions/wizard';
import { createInputBox } from '../editor/quickInput';
import type { SavedAnswer } from '../../actions/questions/prompts';
import type { SecretField } from '../../documents/creations/field';
import { t } from '../../base/l10n';

/** Asks for a secret: masked unless revealed, generated and copied on demand. */
export function askPassword(
  field: SecretField,
  position: StepPosition,
  saved: SavedAnswer = {},
): Promise<StepOutcome<string>> {
  const box = createInputBox();
  box.prompt = field.prompt;
  box.password = true;
  box.value = savedText(saved) ?? '';
  if (position.problem) box.validationMessage = position.problem;
  const generate = {
    iconPath: new vscode.ThemeIcon('sparkle'),
    tooltip: t('Generate and Copy a Password'),
    press: () => void generateInto(box),
  };
  return showStep<string>(box, position, {
    buttons: () => [...(field.isGenerated ? [generate] : []), visibilityButton(box)],
    listen: (answer) => {
      box.onDidChangeValue((text) => {
        box.validationMessage = text === '' ? undefined : field.validate?.(text);
      });
      box.onDidAccept(() => {
        box.validationMessage = field.validate?.(box.value);
        if (!box.validationMessage) answer(box.value);
      });
    },
  });
}

async function generateInto(box: vscode.InputBox): Promise<void> {
  box.value = makePassword();
  box.validationMessage = undefined;
  await vscode.env.clipboard.writeText(box.value);
  box.prompt = t('Generated and copied to the clipboard.');
}

function visibilityButton(box: vscode.InputBox) {
  return {
    iconPath: new vscode.ThemeIcon(box.password ? 'eye' : 'eye-closed'),
    tooltip: box.password ? t('Show Input') : t('Hide Input'),
    press: () => (box.password = !box.password),
  };
}
