import type * as questions from '../../base/questions';
import { pick } from '../../base/json';
import type { Target } from '../../resources/reference';
import type { ResourceClient } from '../../resources/resourceClient';
import type { ResourceStore } from '../../resources/store/resourceStore';
import type { LockOutGuard } from '../writing/guard';

export interface FieldContext {
  readonly client: Pick<ResourceClient, 'read' | 'perform' | 'readAll'>;
  readonly store: ResourceStore;
  readonly guard: Pick<LockOutGuard, 'sshPortOf'>;
}

type From = readonly [context: FieldContext, target: Target];

export type Form = questions.Form<From>;
export type Field = questions.Field<From>;
export type ChoiceField = questions.ChoiceField<From>;
export type SwitchesField = questions.SwitchesField<From>;
export type SettingsField = questions.SettingsField<From>;
export type Setting = questions.Setting<From>;

/** Defaults unless given, without those that have no meaning given the others. */
export function settingsOf(
  { fields }: questions.SettingsField<never>,
  given: questions.Values = {},
): questions.Values {
  const started = fields.filter(
    ({ name, start }) => given[name] !== undefined || start !== undefined,
  );
  const all = Object.fromEntries(
    started.map(({ name, start = '' }) => [name, given[name] ?? start] as const),
  );
  return pick(
    all,
    started.filter(({ when }) => when?.({ ...given, ...all }) !== false).map(({ name }) => name),
  );
}

/** Answers of forms that were left without sending, but no secrets; kept in memory only. */
export class UnfinishedForms {
  readonly #left = new Map<string, ReadonlyMap<string, questions.SavedAnswer>>();

  take(form: string, fields: readonly Field[]): Map<Field, questions.SavedAnswer> {
    const left = this.#left.get(form);
    this.#left.delete(form);
    return new Map(
      fields.flatMap((field) => {
        const saved = left?.get(field.prompt);
        return saved ? [[field, saved] as const] : [];
      }),
    );
  }

  leave(form: string, saved: ReadonlyMap<Field, questions.SavedAnswer>): void {
    const open = [...saved].filter(([field]) => !asksForSecret(field));
    this.#left.set(form, new Map(open.map(([{ prompt }, answer]) => [prompt, answer])));
  }
}

function asksForSecret(field: Field): boolean {
  return field.type === 'settings' ? field.fields.some(asksForSecret) : field.type === 'secret';
}
