import type { Part } from './parts';

/** The further reads of the overview; each may fail on its own. */
export const webApplicationPartNames = [
  'versions',
  'settings',
  'domains',
  'sharedSsl',
  'gitRepository',
  'cacheConfiguration',
  'waf',
  'log',
] as const;
export type WebApplicationPartName = (typeof webApplicationPartNames)[number];

/** Parts that are resources of their own, named after their kinds. */
export const resourceParts = ['sharedSsl', 'gitRepository', 'cacheConfiguration', 'waf'] as const;

/** A part; `absent` if there is none yet. */
export type WebApplicationPart = Part | { readonly state: 'absent' };

export type WebApplicationParts = Readonly<Record<WebApplicationPartName, WebApplicationPart>>;

export function valueOf(part: WebApplicationPart): unknown {
  return part.state === 'there' ? part.value : undefined;
}
