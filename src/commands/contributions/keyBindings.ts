import { contributions } from './contributions';

/**
 * What every key binding begins with: free on all systems, in the editor itself and in what it
 * brings, and no letter that a keyboard layout types with it.
 */
const chordStart = { key: 'ctrl+alt+j', mac: 'cmd+alt+j' };

/** The key bindings, as the manifest has them. */
export function keyBindings(): readonly Readonly<Record<string, string>>[] {
  return Object.entries(contributions).flatMap(([command, { keys }]) => {
    if (!keys) return [];
    const { key, when } = keys;
    return [{ command, key: `${chordStart.key} ${key}`, mac: `${chordStart.mac} ${key}`, when }];
  });
}
