import { useMemo } from 'react'
import type { CommandPlace } from '#shared/commands/registry.ts'
import type { ProjectId, SessionId } from '#shared/ids.ts'
import type { WorkflowRunListing } from '#shared/workflow/workflow-run.ts'
import type { Data } from '../../data/data.ts'
import { type Query, useQuery } from '../../data/use-query.ts'
import { type Text, useText } from '../../messages/TextProvider.tsx'
import type { AppStore } from '../../store/app-store.ts'
import type { DraftStore } from '../../store/draft-store.ts'
import type { WorkflowRunsStore } from '../../store/workflows/workflow-runs-store.ts'
import type { IconName } from '../../ui/base/icon-shapes.tsx'
import type { MarkState } from '../../ui/controls/Mark.tsx'
import type { Command } from '../commands.ts'
import type { Asked } from './palette-signs.ts'

/** The composer: its slash commands and the way to focus it. */
export type MessageBox = {
  /** Loads the commands of a project; without one only those of the app. */
  readonly useCommands: (projectId: ProjectId | null) => Query<PaletteCommands>
  readonly focus: () => void
}

/** Returns the commands in a language, for a place. */
export type PaletteCommands = (
  t: Text,
  place: CommandPlace,
) => readonly { readonly name: string; readonly description: string; readonly icon: IconName }[]

/** The stores used by the palette. */
export type PaletteStores = {
  readonly api: Data
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
  readonly problem: string | null
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
  running: 'run',
  paused: 'wait',
  interrupted: 'stop',
  stopped: 'stop',
  failed: 'fail',
  done: 'done',
}

function useRuns(
  { app, workflowRuns }: PaletteStores,
  { projectId }: PalettePlace,
  wanted: boolean,
): PaletteFinds {
  const t = useText()
  const place = projectId === null || !wanted ? null : { projectId, offset: 0, limit: MOST_RUNS }
  const listed = useQuery('workflow.runs', place)
  const answer = listed.data
  const found = useMemo(
    () =>
      (wanted ? (answer?.runs ?? []) : []).map(
        (run): Command => ({
          id: run.id,
          kind: 'run',
          group: t('shell.palette.runs'),
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
  return { found, ...stateOf(listed) }
}

/** Returns the progress of a query as the palette shows it. */
function stateOf({ state, problem }: Query<unknown>) {
  return { asking: state === 'loading' || state === 'stale', problem }
}

/** Finds slash commands; a chosen one is inserted into the current message. */
function useSlashCommands(stores: PaletteStores, place: PalettePlace, wanted: boolean): PaletteFinds {
  const t = useText()
  const { projectId, sessionId } = place
  const commands = stores.message.useCommands(wanted ? projectId : null)
  const answer = commands.data
  const stands = stateOf(commands)
  if (!wanted || (projectId === null && sessionId === null)) return { found: [], ...stands }
  const at = {
    hasProject: projectId !== null,
    hasChat: sessionId !== null,
    allowsBackground: stores.app.store.getState().settings.backgroundAgents,
  }
  const found = (answer?.(t, at) ?? []).map(
    ({ name, description, icon }, index): Command => ({
      id: `command-${index}-${name}`,
      kind: 'command',
      group: t('shell.palette.commands'),
      name: `/${name}`,
      hint: description,
      symbol: { icon },
      run: () => write(stores, place, (text) => `/${name} ${text}`),
    }),
  )
  return { found, ...stands }
}

/** Files of the project; a chosen one is named in the message that is being written. */
function useFiles(stores: PaletteStores, place: PalettePlace, typed: string | null): PaletteFinds {
  const t = useText()
  const { projectId } = place
  const wanted = projectId === null || typed === null ? null : { projectId, typed }
  const listed = useQuery('project.files', wanted, { keep: true })
  const answer = listed.request?.projectId === projectId ? listed.data : null
  const stands = stateOf(listed)
  if (typed === null || answer === null) return { found: [], ...stands }
  const found = answer.map((path): Command => {
    const cut = path.lastIndexOf('/') + 1
    return {
      id: `file-${path}`,
      kind: 'file',
      group: t('shell.palette.files'),
      name: path.slice(cut),
      hint: path.slice(0, Math.max(0, cut - 1)),
      symbol: { icon: 'file' },
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
