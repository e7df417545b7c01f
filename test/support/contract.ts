import { readdir } from 'node:fs/promises';
import type { Endpoint } from '../../src/api/contract/endpoint';

/** Every operation that a file of the contract defines: a new file is found without an edit here. */
export async function allEndpoints(): Promise<readonly Endpoint[]> {
  const names = (await readdir('src/api/contract')).map((file) => file.replace('.ts', ''));
  const modules = await Promise.all(
    names.map((name) => import(`../../src/api/contract/${name}.ts`) as Promise<object>),
  );
  return modules.flatMap((module) => Object.values(module).filter(isEndpoint));
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'versions' in value && 'path' in value;
}
