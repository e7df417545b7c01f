import { readdir } from 'node:fs/promises';
import type { Endpoint } from '../../src/api/contract/endpoint';

/** Every operation defined in any file of the contract, including new files. */
export async function allEndpoints(): Promise<readonly Endpoint[]> {
  const exported = (await exportedEndpoints()).map(([, endpoint]) => endpoint);
  const others = exported.flatMap(({ otherwise = [] }) => otherwise);
  return [...new Set([...exported, ...others.filter(isEndpoint)])];
}

/** The same operations, each with the name under which it is exported. */
export async function exportedEndpoints(): Promise<readonly [name: string, endpoint: Endpoint][]> {
  const files = (await readdir('src/api/contract')).map((file) => file.replace('.ts', ''));
  const modules = await Promise.all(
    files.map((file) => import(`../../src/api/contract/${file}.ts`) as Promise<object>),
  );
  return modules
    .flatMap((module) => Object.entries(module))
    .filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1]));
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'versions' in value && 'path' in value;
}
