import type { Path } from '../../base/patch';

/** Whether a value is one of these members, dotted if nested, or within one. */
export function isWithinMembers(members: readonly string[], path: Path): boolean {
  return members.some((member) => {
    const names = member.split('.');
    return names.length <= path.length && names.every((name, index) => name === path[index]);
  });
}
