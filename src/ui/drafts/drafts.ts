import * as vscode from 'vscode';
import { askSecrets } from './askSecrets';
import { parseText, toText } from '../../resources/documents/content';
import { DocumentError } from '../../resources/documents/documentError';
import type { StateStorage } from '../../resources/documents/documentState';
import { diff } from '../../resources/documents/patch';
import { byteLength } from '../../resources/documents/versions';
import { create, type CreateClient } from '../../resources/drafts/create';
import { creations, toDraftContent } from '../../resources/drafts/creations';
import { parseDraftPath, toDraftPath } from '../../resources/drafts/draftPath';
import type { CollectionReference, ResourceReference } from '../../resources/reference';
import type { ResourceClient } from '../../resources/resourceClient';
import type { ResourceStore } from '../../resources/resourceStore';
import { Emitter, type Event } from '../../shared/emitter';
import type { JsonObject } from '../../shared/json';
import { toDiagnostics } from '../documents/diagnostics';
import { describeError } from '../errors/describeError';
import { withLateProgress } from '../lateProgress';
import { t } from '../l10n';
import { draftScheme } from '../scheme';
import * as z from 'zod';

const storedDraft = z.object({ text: z.string(), at: z.number() });

interface CreatedResource {
  readonly reference: ResourceReference;
  readonly content: JsonObject;
}

/** Drafts: texts that become resources when they are saved. They are kept over restarts. */
export class Drafts implements vscode.Disposable {
  readonly #client: CreateClient;
  readonly #store: ResourceStore;
  readonly #storage: StateStorage;
  readonly #created = new Map<string, ResourceReference | undefined>();
  readonly #diagnostics = vscode.languages.createDiagnosticCollection('server-management-draft');

  readonly #reported = new Emitter<CreatedResource>();
  /** A resource that a draft became; its secrets are not in the content. */
  readonly onDidCreate: Event<CreatedResource> = this.#reported.event;

  constructor(parts: {
    readonly client: ResourceClient;
    readonly store: ResourceStore;
    readonly storage: StateStorage;
  }) {
    const { client, store } = parts;
    this.#store = store;
    this.#storage = parts.storage;
    this.#client = {
      perform: (collection, endpoint, body, options) =>
        client.perform(collection, endpoint, body, options),
      list: async (collection, options) => {
        store.forget(collection);
        return (await store.all(collection, undefined, options)).items;
      },
    };
  }

  /** Starts a draft from a kind's defaults, or from a resource's content. */
  async start(collection: CollectionReference, source?: JsonObject): Promise<vscode.Uri> {
    const creation = creations[collection.kind];
    if (!creation) throw new TypeError(`A ${collection.kind} cannot be created`);
    let number = 1;
    while (this.#find(toDraftPath(collection, number))) number += 1;
    const path = toDraftPath(collection, number);
    await this.#keep(path, toText(toDraftContent(creation, source)));
    return vscode.Uri.from({ scheme: draftScheme, path });
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    if (!uri.path.endsWith('.json')) {
      return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    }
    const { text, at } = this.#required(uri);
    return { type: vscode.FileType.File, ctime: at, mtime: at, size: byteLength(text) };
  }

  read(uri: vscode.Uri): string {
    return this.#required(uri).text;
  }

  /** Creates what a draft says. @throws FileSystemError in words; the draft stays as it is then. */
  async write(uri: vscode.Uri, text: string, isAutomatic: boolean): Promise<void> {
    if (isAutomatic) {
      throw new vscode.FileSystemError(
        t('Only an explicit save creates something at the service. Nothing was sent.'),
      );
    }
    try {
      this.#created.set(uri.path, await this.#create(uri, text));
      this.#diagnostics.delete(uri);
      await this.#keep(uri.path, text);
    } catch (error) {
      this.#diagnostics.set(uri, toDiagnostics(error, text));
      throw error instanceof vscode.FileSystemError
        ? error
        : new vscode.FileSystemError(describeError(error));
    }
  }

  /** What a draft became, told once; whether it became anything is told apart from what. */
  takeCreated(uri: vscode.Uri): { readonly reference: ResourceReference | undefined } | undefined {
    if (!this.#created.has(uri.path)) return undefined;
    const reference = this.#created.get(uri.path);
    this.#created.delete(uri.path);
    return { reference };
  }

  /** Forgets a draft that was closed. */
  async forget(uri: vscode.Uri): Promise<void> {
    this.#diagnostics.delete(uri);
    this.#created.delete(uri.path);
    await this.#storage.update(toKey(uri.path), undefined);
  }

  dispose(): void {
    this.#diagnostics.dispose();
    this.#reported.dispose();
  }

  async #create(uri: vscode.Uri, text: string): Promise<ResourceReference | undefined> {
    const collection = parseDraftPath(uri.path);
    const creation = collection && creations[collection.kind];
    if (!creation) throw vscode.FileSystemError.FileNotFound(uri);
    const content = parseText(text);
    const secrets = creation.secrets ?? [];
    const typed = diff({}, content).filter(({ path }) =>
      secrets.some(({ name }) => name === path[0]),
    );
    if (typed.length > 0) {
      throw new DocumentError(typed.map(({ path }) => ({ reason: 'secretInText', path })));
    }
    const answers = await askSecrets(collection.kind, secrets);
    if (!answers) throw new vscode.FileSystemError(t('Cancelled. Nothing was sent.'));
    const body = { ...content, ...answers };
    const created = await withLateProgress(t('Creating at the service'), (signal) =>
      create(this.#client, creation, collection, body, signal),
    );
    this.#store.forget(collection);
    if (created) this.#reported.fire({ reference: created, content });
    return created;
  }

  #find(path: string): z.infer<typeof storedDraft> | undefined {
    return storedDraft.safeParse(this.#storage.get(toKey(path))).data;
  }

  #required(uri: vscode.Uri): z.infer<typeof storedDraft> {
    const draft = this.#find(uri.path);
    if (!draft) throw vscode.FileSystemError.FileNotFound(uri);
    return draft;
  }

  async #keep(path: string, text: string): Promise<void> {
    await this.#storage.update(toKey(path), { text, at: Date.now() });
  }
}

function toKey(path: string): string {
  return `draft:${path}`;
}
