import { endingsOf } from './certificates';
import type { FleetSources } from './model';
import type { Target } from '../../resources/reference';
import type { Count, FleetModel, ScheduleModel } from '../../pages/fleet/protocol';

/** What tables are made of. */
interface TableParts {
  readonly sources: FleetSources;
  readonly model: FleetModel;
  readonly schedule: ScheduleModel;
  readonly isShown: (target: Target) => boolean;
}

type CopiedTable = readonly (readonly (string | number)[])[];

/** All of a section as rows below a heading; undefined if it has no table. */
export function toTable(id: string, parts: TableParts): CopiedTable | undefined {
  const { model, schedule, sources } = parts;
  const { t } = sources;
  switch (id) {
    case 'states':
      return toCounts([t('State'), t('Servers')], model.states);
    case 'providers':
      return toCounts([t('Provider'), t('Servers')], model.providers);
    case 'regions':
      return toCounts([t('Region'), t('Servers')], model.regions);
    case 'php':
      return toCounts([t('PHP version'), t('Web Applications')], model.php);
    case 'findings':
      return toFindings(parts);
    case 'certificates':
      return toEndings(parts);
    case 'servers':
      return [
        [t('Server'), t('State'), t('Memory'), t('Disk'), t('Load average')],
        ...model.servers.map(({ name, state, uses }) => [
          name,
          state,
          ...uses.map((use) => use?.text ?? t('Not checked')),
        ]),
      ];
    case 'heat':
      return [
        [t('Hour of the week (UTC, from Monday)'), t('Runs')],
        ...schedule.heat.map((runs, hour) => [hour, runs]),
      ];
    case 'lines':
      return [
        [t('Server'), t('Runs'), t('Minutes with several runs')],
        ...schedule.lines.map(({ label, runs, overlaps }) => [label, runs, overlaps]),
      ];
    default:
      return undefined;
  }
}

function toCounts(heading: readonly string[], counts: readonly Count[]): CopiedTable {
  return [heading, ...counts.map(({ label, count }) => [label, count])];
}

function toFindings({ sources, isShown }: TableParts): CopiedTable {
  const { t, findings, nameSeverity, pathOf } = sources;
  return [
    [t('Severity'), t('Resource'), t('Finding')],
    ...findings
      .filter(({ target }) => isShown(target))
      .map(({ severity, target, sentence }) => [
        nameSeverity(severity),
        pathOf(target),
        sentence(t),
      ]),
  ];
}

function toEndings({ sources: { t, knowledge, pathOf }, isShown }: TableParts): CopiedTable {
  return [
    [t('Certificate'), t('Ends')],
    ...endingsOf(knowledge, isShown).map(({ reference, end }) => [
      pathOf(reference),
      new Date(end).toISOString(),
    ]),
  ];
}
