import { toPlain } from '../base/foreignText';
import type { Resource } from '../resources/kinds/kind';
import type { ResourceReference } from '../resources/reference';
import type { PanelContext } from './panelKind';

export function allLoading<Name extends string>(
  names: readonly Name[],
): Readonly<Record<Name, { readonly state: 'loading' }>> {
  return Object.fromEntries(names.map((name) => [name, { state: 'loading' }])) as never;
}

export async function readEach<Name extends string>(
  names: readonly Name[],
  read: (name: Name) => Promise<void>,
  draw: () => void,
  signal: AbortSignal,
): Promise<void> {
  await Promise.all(
    names.map(async (name) => {
      await read(name);
      if (!signal.aborted) draw();
    }),
  );
}

export function withName(
  read: Resource,
  { nameOf }: PanelContext,
  reference: ResourceReference,
): Resource {
  return { ...read, name: read['name'] ?? toPlain(nameOf(reference)) };
}
