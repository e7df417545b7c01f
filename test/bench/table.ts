import type { Figure } from './figure';
import { resultOf, type Spread } from './statistics';

const head = ['', 'ours', 'floor', 'ratio', 'target', '', 'the floor is'];

/** Figures as a table of plain text: each with its median and, if runs differ, the spread. */
export function toTable(figures: readonly Figure[]): string {
  const rows = figures.map(toRow);
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  return [head, ...rows]
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function toRow(figure: Figure): readonly string[] {
  const { ours, floor, ratio, isMet } = resultOf(figure);
  const { name, unit, target } = figure;
  return [
    name,
    `${toText(ours)} ${unit}`,
    `${toText(floor)} ${unit}`,
    `${toText(ratio, 2)} x`,
    target === undefined ? '' : `${target} x`,
    isMet === undefined ? '' : isMet ? 'met' : 'MISSED',
    figure.floor,
  ];
}

function toText({ median, min, max }: Spread, digits?: number): string {
  const [middle, low, high] = [median, min, max].map((value) => round(value, digits));
  return low === high ? `${middle}` : `${middle} (${low}..${high})`;
}

/** About three digits: more would be noise. */
function round(value: number, digits = value < 10 ? 2 : value < 100 ? 1 : 0): string {
  return value.toFixed(Number.isInteger(value) ? 0 : digits);
}
