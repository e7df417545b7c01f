import * as vscode from 'vscode';
import { showStep } from './showStep';
import { makePassword } from '../../actions/questions/makePassword';
import {
  type SavedAnswer,
  type SecretField,
  startOf,
  type StepOutcome,
  type StepPosition,
  type TextField,
  type Values,
} from '../../base/questions';
import { createInputBox } from '../editor/quickInput';
import { t } from '../../base/l10n';

/** Surrounding spaces are trimmed; a secret is masked unless revealed, and can be generated. */
export function askText(
  field: TextField | SecretField,
  given: Values,
  position: StepPosition,
  saved: SavedAnswer,
): Promise<StepOutcome<string>> {
  const isSecret = field.type === 'secret';
  const box = createInputBox();
  box.prompt = field.prompt;
  box.value = startOf(field, given, saved);
  box.password = isSecret;
  if (!isSecret && field.placeholder) box.placeholder = field.placeholder;
  const read = (text: string): string => (isSecret ? text : text.trim());
  const warn = (text: string): vscode.InputBoxValidationMessage | undefined => {
    const message = field.warn?.(read(text));
    return message ? { message, severity: vscode.InputBoxValidationSeverity.Warning } : undefined;
  };
  box.validationMessage = position.problem ?? (box.value === '' ? undefined : warn(box.value));
  const stop = new AbortController();
  return showStep<string>(
    box,
    position,
    (answer) => {
      box.onDidChangeValue((text) => {
        // An empty box shows its question; what follows from leaving it empty is said on Enter.
        box.validationMessage =
          text === '' ? undefined : (field.validate?.(read(text)) ?? warn(text));
      });
      box.onDidAccept(async () => {
        if (box.busy) return;
        const text = read(box.value);
        const check = async (): Promise<string | undefined> =>
          field.check?.(text, given, stop.signal);
        const problem = field.validate?.(text) ?? (field.check && (await checkBusily(box, check)));
        const warning = warn(text);
        if (problem) box.validationMessage = problem;
        else if (warning && !box.validationMessage) box.validationMessage = warning;
        else answer(text);
      });
    },
    stop,
    () => (isSecret ? secretButtons(box, field.isGenerated) : []),
  );
}

/** Returns what's wrong with an accepted text; the box is disabled until that is known. */
async function checkBusily(
  box: vscode.InputBox,
  check: () => Promise<string | undefined>,
): Promise<string | undefined> {
  box.busy = true;
  box.enabled = false;
  try {
    return await check();
  } finally {
    box.busy = false;
    box.enabled = true;
  }
}

function secretButtons(box: vscode.InputBox, isGenerated: boolean) {
  const generate = {
    iconPath: new vscode.ThemeIcon('sparkle'),
    tooltip: t('Generate and Copy a Password'),
    press: () => void generateInto(box),
  };
  const reveal = {
    iconPath: new vscode.ThemeIcon(box.password ? 'eye' : 'eye-closed'),
    tooltip: box.password ? t('Show Input') : t('Hide Input'),
    press: () => (box.password = !box.password),
  };
  return isGenerated ? [generate, reveal] : [reveal];
}

async function generateInto(box: vscode.InputBox): Promise<void> {
  box.value = makePassword();
  box.validationMessage = undefined;
  await vscode.env.clipboard.writeText(box.value);
  box.prompt = t('Generated and copied to the clipboard.');
}
