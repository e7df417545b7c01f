import type { SavedAnswer } from '../../base/questions';
import type { Field } from '../../documents/creations/field';

/** Answers of forms that were left without sending, but no secrets; kept in memory only. */
export class UnfinishedForms {
  readonly #left = new Map<string, ReadonlyMap<string, SavedAnswer>>();

  take(form: string, fields: readonly Field[]): Map<Field, SavedAnswer> {
    const left = this.#left.get(form);
    this.#left.delete(form);
    return new Map(
      fields.flatMap((field) => {
        const saved = left?.get(field.prompt);
        return saved ? [[field, saved] as const] : [];
      }),
    );
  }

  leave(form: string, saved: ReadonlyMap<Field, SavedAnswer>): void {
    const open = [...saved].filter(([field]) => !asksForSecret(field));
    this.#left.set(form, new Map(open.map(([{ prompt }, answer]) => [prompt, answer])));
  }
}

function asksForSecret(field: Field): boolean {
  return field.type === 'settings' ? field.fields.some(asksForSecret) : field.type === 'secret';
}
