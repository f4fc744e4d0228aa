import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ProjectId, ScriptDraftKey, SessionId } from '#shared/ids.ts'
import type { FileInput } from '#shared/ipc/calls/session-calls.ts'
import type { Api } from '../api.ts'

/** A draft belongs to a session, to a project in which the first message will make one, or to a script. */
export type DraftKey = SessionId | ProjectId | ScriptDraftKey

export type Draft = { readonly text: string; readonly files: readonly FileInput[] }

export const EMPTY_DRAFT: Draft = { text: '', files: [] }

type Deps = {
  readonly api: Api
  /** Runs something later; the returned function takes it back. */
  readonly after: (ms: number, run: () => void) => () => void
  readonly report: (error: unknown) => void
}

export type DraftStore = ReturnType<typeof createDraftStore>

const SAVE_AFTER_MS = 500

const isScript = (key: DraftKey): key is ScriptDraftKey => key.startsWith('script:')

/** Stores unsent text and attachments per session. Main persists them. */
export function createDraftStore({ api, after, report }: Deps) {
  const store = createStore<Readonly<Record<string, Draft>>>(() => ({}))
  const seeded = new Set<DraftKey>()
  const unsaved = new Map<DraftKey, () => void>()

  const of = (key: DraftKey): Draft => store.getState()[key] ?? EMPTY_DRAFT
  const put = (key: DraftKey, draft: Draft) => store.setState({ [key]: draft })

  /** Takes the draft main kept. It goes before what was typed here until it came; of a script, the typing counts. */
  function seed(key: DraftKey, text: string): void {
    const here = store.getState()[key]
    if (seeded.has(key)) return
    seeded.add(key)
    if (here !== undefined) {
      if (!isScript(key) && !here.text.startsWith(text)) setText(key, `${text}\n${here.text}`)
      return
    }
    put(key, { text, files: EMPTY_DRAFT.files })
    if (!isScript(key)) loadFiles(key).catch(report)
  }

  /** Files come after the words, unless some were attached or sent here by then. */
  async function loadFiles(key: SessionId | ProjectId): Promise<void> {
    const files = await api.call('draft.pictures', { key })
    if (files.length > 0 && of(key).files === EMPTY_DRAFT.files) put(key, { ...of(key), files })
  }

  async function load(key: DraftKey): Promise<void> {
    if (!seeded.has(key)) seed(key, await api.call('draft.get', { key }))
  }

  function setText(key: DraftKey, text: string): void {
    put(key, { ...of(key), text })
    unsaved.get(key)?.()
    unsaved.set(
      key,
      after(SAVE_AFTER_MS, () => save(key)),
    )
  }

  function setFiles(key: DraftKey, files: readonly FileInput[]): void {
    put(key, { ...of(key), files })
    if (!isScript(key)) api.call('draft.setPictures', { key, images: [...files] }).catch(report)
  }

  /** Saves now: the person leaves this draft. */
  function save(key: DraftKey): void {
    const cancel = unsaved.get(key)
    if (cancel === undefined) return
    cancel()
    unsaved.delete(key)
    api.call('draft.set', { key, text: of(key).text }).catch(report)
  }

  /** The window goes: what was typed in the last moment is saved with the rest. */
  function saveAll(): void {
    for (const key of [...unsaved.keys()]) save(key)
  }

  /** Main accepted `sent`: it goes, and what was typed meanwhile stays. */
  function accepted(key: DraftKey, sent: Draft): void {
    const { text, files } = of(key)
    const rest = text.startsWith(sent.text) ? text.slice(sent.text.length).trimStart() : text
    const left = files.filter((file) => !sent.files.includes(file))
    put(key, { text: rest, files: left })
    // Main deletes a message's files with it, so later ones are stored again.
    if (left.length > 0) setFiles(key, left)
    unsaved.get(key)?.()
    unsaved.set(key, () => undefined)
    save(key)
  }

  const view: Pick<
    StoreApi<Readonly<Record<string, Draft>>>,
    'getState' | 'getInitialState' | 'subscribe'
  > = store
  return { store: view, of, seed, load, setText, setFiles, save, saveAll, accepted }
}
