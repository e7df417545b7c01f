import { contributions } from './contributions';

/**
 * The first chord of every key binding: unused on all systems, by the editor and its built-in
 * extensions, and by any keyboard layout to type a character.
 */
const chordStart = { key: 'ctrl+alt+j', mac: 'cmd+alt+j' };

/** The key bindings, as the manifest has them. */
export function keyBindings(): readonly Readonly<Record<string, string>>[] {
  return Object.entries(contributions).flatMap(([command, { keys }]) => {
    if (!keys) return [];
    const { key, mac, when } = keys;
    if (mac) return [{ command, key, mac, when }];
    return [{ command, key: `${chordStart.key} ${key}`, mac: `${chordStart.mac} ${key}`, when }];
  });
}
