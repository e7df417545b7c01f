/** A Markdown table, with columns aligned as the formatter does. */
export function toTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [head, ...rows].map((row) => row.map(escape));
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const lines = cells.map((row) => toLine(row.map((cell, column) => pad(cell, widths[column]))));
  const [first = '', ...others] = lines;
  return [first, toLine(widths.map((width) => '-'.repeat(width))), ...others].join('\n');
}

function escape(text: string): string {
  return text.replaceAll('|', '\\|');
}

function pad(text: string, width = 0): string {
  return text.padEnd(width);
}

function toLine(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
