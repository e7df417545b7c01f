import { focusedRow } from '../../../src/explorer/paletteTarget';
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
    const { key, mac, when, rows } = keys;
    const pressed = mac
      ? { key, mac }
      : { key: `${chordStart.key} ${key}`, mac: `${chordStart.mac} ${key}` };
    // Of two that apply, VS Code takes the later one.
    return [
      ...(when ? [{ command, ...pressed, when }] : []),
      ...(rows ? [{ command, ...pressed, when: rows, args: focusedRow }] : []),
    ];
  });
}
