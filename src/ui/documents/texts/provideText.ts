import type * as vscode from 'vscode';
import { schemaScheme, viewScheme } from '../../../documents/schemes';
import { schemaText } from '../help/schemas';
import { provideReport, type ReportServices } from '../reports/provideReport';
import type { Snapshots } from '../../editor/snapshots';

/** The sources of read-only texts. */
export interface TextServices extends ReportServices {
  readonly snapshots: Snapshots;
}

/** The text of a schema, a report or a state to compare with. @throws Error for the person. */
export function provideText(
  services: TextServices,
  uri: vscode.Uri,
  token: vscode.CancellationToken,
): string | Promise<string> {
  if (uri.scheme === viewScheme) return services.snapshots.read(uri);
  return uri.scheme === schemaScheme ? schemaText(uri) : provideReport(services, uri, token);
}
