import { useMemo } from 'react'
import type { CommandPlace } from '#shared/commands/registry.ts'
import type { ProjectId, SessionId } from '#shared/ids.ts'
import type { WorkflowRunListing } from '#shared/workflow/workflow-run.ts'
import type { Api } from '../api.ts'
import { type Text, useText } from '../messages/TextProvider.tsx'
import type { AppStore } from '../store/app-store.ts'
import type { DraftStore } from '../store/draft-store.ts'
import type { WorkflowRunsStore } from '../store/workflow-runs-store.ts'
import type { IconName } from '../ui/base/icon-shapes.tsx'
import type { MarkState } from '../ui/controls/Mark.tsx'
import { useAnswer } from '../ui/hooks/use-answer.ts'
import type { Command } from './commands.ts'
import type { Asked } from './palette-signs.ts'

/** The composer: its slash commands and the way to focus it. */
export type MessageBox = {
  /** Loads the commands of a project; without one only those of the app. */
  readonly commands: (api: Api, projectId: ProjectId | null) => Promise<PaletteCommands>
  readonly focus: () => void
}

/** Returns the commands in a language, for a place. */
export type PaletteCommands = (
  t: Text,
  place: CommandPlace,
) => readonly { readonly name: string; readonly description: string; readonly icon: IconName }[]

/** The stores used by the palette. */
export type PaletteStores = {
  readonly api: Api
  readonly app: Pick<AppStore, 'show' | 'showWorkflows' | 'store'>
  readonly drafts: Pick<DraftStore, 'of' | 'setText'>
  readonly workflowRuns: Pick<WorkflowRunsStore, 'summon'>
  readonly message: MessageBox
}

/** The project in view, and the chat whose message is being written; null: none. */
export type PalettePlace = { readonly projectId: ProjectId | null; readonly sessionId: SessionId | null }

/** Fewer letters fit nearly every name. */
const LEAST_TYPED = 2
/** Of the files, where no kind is asked for. */
const FEW = 5
const MOST_RUNS = 100

/** The found commands and the query state, because a failed source is not an empty one. */
export type PaletteFinds = {
  readonly found: readonly Command[]
  readonly asking: boolean
  readonly problem: unknown
}

/** Finds runs, commands and files of the current project for the typed query. */
export function usePaletteFinds(
  stores: PaletteStores,
  { kind, words }: Asked,
  place: PalettePlace,
): PaletteFinds {
  const isWanted = (sought: Asked['kind']) =>
    kind === sought || (kind === null && words.trim().length >= LEAST_TYPED)
  const runs = useRuns(stores, place, isWanted('run'))
  const commands = useSlashCommands(stores, place, kind === 'command')
  const files = useFiles(stores, place, isWanted('file') ? words.trim() : null)
  const all = [runs, commands, files]
  return {
    found: [...runs.found, ...commands.found, ...(kind === 'file' ? files.found : files.found.slice(0, FEW))],
    asking: all.some(({ asking }) => asking),
    problem: all.find(({ problem }) => problem !== null)?.problem ?? null,
  }
}

const RUN_MARKS: Readonly<Record<WorkflowRunListing['state'], MarkState>> = {
  ...{ running: 'run', paused: 'wait', interrupted: 'stop', stopped: 'stop', failed: 'fail', done: 'done' },
}

function useRuns(
  { api, app, workflowRuns }: PaletteStores,
  { projectId }: PalettePlace,
  wanted: boolean,
): PaletteFinds {
  const t = useText()
  const ask = useMemo(
    () =>
      projectId === null || !wanted
        ? null
        : () => api.call('workflow.runs', { projectId, offset: 0, limit: MOST_RUNS }),
    [api, projectId, wanted],
  )
  const { answer, ...stands } = useAnswer(projectId, ask)
  const found = useMemo(
    () =>
      (wanted ? (answer?.runs ?? []) : []).map(
        (run): Command => ({
          ...{ id: run.id, kind: 'run', group: t('shell.palette.runs') },
          name: run.title ?? run.name,
          hint: run.title === null ? `#${run.id.slice(-4)}` : `${run.name} #${run.id.slice(-4)}`,
          symbol: { mark: RUN_MARKS[run.state] },
          run: () => {
            workflowRuns.summon(run)
            app.showWorkflows(run.projectId)
          },
        }),
      ),
    [t, app, workflowRuns, answer, wanted],
  )
  return { found, ...stands }
}

/** Finds slash commands; a chosen one is inserted into the current message. */
function useSlashCommands(stores: PaletteStores, place: PalettePlace, wanted: boolean): PaletteFinds {
  const t = useText()
  const { api, message } = stores
  const { projectId, sessionId } = place
  const ask = useMemo(
    () => (wanted ? () => message.commands(api, projectId) : null),
    [api, message, projectId, wanted],
  )
  const { answer, ...stands } = useAnswer(projectId, ask)
  if (!wanted || (projectId === null && sessionId === null)) return { found: [], ...stands }
  const at = {
    hasProject: projectId !== null,
    hasChat: sessionId !== null,
    allowsBackground: stores.app.store.getState().settings.backgroundAgents,
  }
  const found = (answer?.(t, at) ?? []).map(
    ({ name, description, icon }, index): Command => ({
      ...{ id: `command-${index}-${name}`, kind: 'command', group: t('shell.palette.commands') },
      ...{ name: `/${name}`, hint: description, symbol: { icon } },
      run: () => write(stores, place, (text) => `/${name} ${text}`),
    }),
  )
  return { found, ...stands }
}

/** Files of the project; a chosen one is named in the message that is being written. */
function useFiles(stores: PaletteStores, place: PalettePlace, typed: string | null): PaletteFinds {
  const t = useText()
  const { api } = stores
  const { projectId } = place
  const ask = useMemo(
    () =>
      projectId === null || typed === null ? null : () => api.call('project.files', { projectId, typed }),
    [api, projectId, typed],
  )
  const { answer, ...stands } = useAnswer(projectId, ask)
  if (typed === null || answer === null) return { found: [], ...stands }
  const found = answer.map((path): Command => {
    const cut = path.lastIndexOf('/') + 1
    return {
      ...{ id: `file-${path}`, kind: 'file', group: t('shell.palette.files') },
      ...{ name: path.slice(cut), hint: path.slice(0, Math.max(0, cut - 1)), symbol: { icon: 'file' } },
      run: () =>
        write(stores, place, (text) => `${text}${text === '' || /\s$/.test(text) ? '' : ' '}@${path} `),
    }
  })
  return { found, ...stands }
}

function write(
  { app, drafts, message }: PaletteStores,
  { sessionId, projectId }: PalettePlace,
  change: (text: string) => string,
): void {
  const key = sessionId ?? projectId
  if (key === null) return
  drafts.setText(key, change(drafts.of(key).text))
  app.show('chat')
  // The dialog gives the focus back to where it was opened, and then it goes to where one writes.
  requestAnimationFrame(() => requestAnimationFrame(message.focus))
}
