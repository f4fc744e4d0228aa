import { useMemo, useState } from 'react'
import { useStore } from 'zustand'
import type { SavedWorkflow, WorkflowRunListing } from '#shared/workflow/workflow-run.ts'
import { problemOf } from '../../../api.ts'
import {
  type LaunchSubject,
  NOTHING_TYPED,
  type TypedLimits,
} from '../../../store/workflows/run-forms-store.ts'
import { savedKey } from '../saved-lists.ts'
import { useApp, useRuns, useWorkflows } from '../workflows-context.ts'
import {
  type ArgFault,
  type ArgField,
  type ArgValues,
  argsOf,
  fieldsOf,
  readJson,
  startValues,
} from './args-fields.ts'
import { commandText } from './command-text.ts'
import { type Bounds, boundsOf, budgetOf, budgetUsdOf, startLimits } from './limits.ts'
import { type Checked, useScriptCheck } from './script/script-check.ts'

export type Launch = {
  readonly saved: SavedWorkflow | null
  readonly name: string | null
  readonly description: string
  readonly phases: readonly { readonly title: string }[]
  readonly script: string
  readonly checked: Checked
  /** Null: the arguments are given as JSON. */
  readonly fields: readonly ArgField[] | null
  readonly values: ArgValues
  readonly json: string
  readonly faults: Readonly<Record<string, ArgFault>>
  /** The equivalent chat command; null for a script without a name. */
  readonly command: string | null
  readonly limits: TypedLimits
  /** For a fork: to take over also what agents that could change files came to. */
  readonly reuseEdits: boolean
  readonly problem: string | null
  readonly usable: boolean
  readonly setValues: (values: ArgValues) => void
  readonly setJson: (text: string) => void
  readonly setLimits: (limits: TypedLimits) => void
  readonly setReuseEdits: (reuse: boolean) => void
  /** Something was typed here, and is kept until the run starts. */
  readonly touched: boolean
  readonly forget: () => void
  readonly start: () => void
}

/** The name under which the fault of the whole text of arguments is kept. */
export const JSON_FAULT = ''

/** Everything a run is started with, and the start itself. */
export function useLaunch(
  subject: LaunchSubject,
  formKey: string,
  list: readonly SavedWorkflow[],
  onStarted: (run: WorkflowRunListing) => void,
): Launch {
  const { api, forms } = useWorkflows()
  const saved =
    subject.kind === 'saved' ? (list.find((each) => savedKey(each) === subject.key) ?? null) : null
  const about = useAbout(subject, saved)
  const { fields } = about
  const earlier = subject.kind === 'fork' ? subject.run.args : null
  const typed = useStore(forms.store, (state) => state.runs[formKey] ?? NOTHING_TYPED)
  const json = typed.json ?? (earlier === null ? '' : JSON.stringify(earlier, null, 2))
  const limits = typed.limits ?? startLimits(subject)
  const { reuseEdits } = typed
  const [faults, setFaults] = useState<Launch['faults']>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const values = useMemo(
    () => ({ ...(fields === null ? {} : startValues(fields, earlier)), ...typed.values }),
    [fields, earlier, typed.values],
  )
  const send = useSend(subject, saved)
  const bounds = boundsOf(limits)
  const ceilings = { budget: budgetOf(limits) ?? null, budgetUsd: budgetUsdOf(limits) ?? null }
  const usable = !busy && about.ready && bounds !== null
  const readArgs = () => (fields === null ? readWhole(json) : argsOf(fields, values))
  const started = (run: WorkflowRunListing) => {
    forms.forget(formKey)
    onStarted(run)
  }
  const start = () => {
    const read = readArgs()
    setFaults(read.faults)
    if (!usable || bounds === null || Object.keys(read.faults).length > 0) return
    setBusy(true)
    setProblem(null)
    send({ args: read.args, bounds, reuseEdits })
      .then(started, (error: unknown) => setProblem(problemOf(error).message))
      .finally(() => setBusy(false))
      .catch((error: unknown) => api.command('app.reportProblem', { message: String(error), stack: '' }))
  }
  return {
    ...about,
    saved,
    values,
    json,
    faults,
    limits,
    reuseEdits,
    problem,
    usable,
    command: saved === null ? null : commandText(saved.name, readArgs().args, ceilings),
    touched: typed !== NOTHING_TYPED,
    forget: () => forms.forget(formKey),
    setJson: (text) => forms.type(formKey, { json: text }),
    setLimits: (next) => forms.type(formKey, { limits: next }),
    setReuseEdits: (reuse) => forms.type(formKey, { reuseEdits: reuse }),
    setValues: (next) => forms.type(formKey, { values: next }),
    start,
  }
}

function readWhole(text: string) {
  const read = readJson(text)
  return 'fault' in read
    ? { args: null, faults: { [JSON_FAULT]: read.fault } }
    : { args: read.value, faults: {} }
}

/** Returns the facts about the script: from the list if saved, otherwise from a check. */
function useAbout(subject: LaunchSubject, saved: SavedWorkflow | null) {
  const { api } = useWorkflows()
  const written = subject.kind === 'saved' ? null : subject.script
  const checked = useScriptCheck(api, written)
  const { check } = checked
  const known = subject.kind === 'saved' ? saved : check
  const schema = known?.argsSchema ?? null
  const fields = useMemo(() => fieldsOf(schema), [schema])
  return {
    checked,
    fields,
    name: known?.name ?? null,
    description: known?.description ?? '',
    phases: known?.phases ?? [],
    script: written ?? saved?.script ?? '',
    ready: subject.kind === 'saved' ? saved !== null && saved.problem === null : check?.problems.length === 0,
  }
}

type Given = { readonly args: unknown; readonly bounds: Bounds; readonly reuseEdits: boolean }

function useSend(subject: LaunchSubject, saved: SavedWorkflow | null) {
  const { api } = useWorkflows()
  const projectId = useRuns((state) => state.projectId)
  // The chat the person came from hears of the end, if it belongs to this project.
  const chat = useApp(({ openSession, sessions }) => {
    const rows = projectId === null ? undefined : sessions[projectId]?.rows
    return rows?.some((row) => row.id === openSession) === true ? openSession : null
  })
  return async ({ args, bounds, reuseEdits }: Given): Promise<WorkflowRunListing> => {
    // Arguments come from a form or from JSON text, so they are JSON.
    const given = args as null
    return subject.kind === 'fork'
      ? await api.command('workflow.fork', {
          workflowRunId: subject.run.id,
          args: given,
          reuseEdits,
          ...bounds,
          ...(subject.script === subject.run.script ? {} : { script: subject.script }),
        })
      : await api.command('workflow.launch', {
          projectId: projectId ?? noProject(),
          launcherSessionId: chat,
          source:
            saved === null
              ? { from: 'script', script: subject.kind === 'script' ? subject.script : '' }
              : { from: 'saved', name: saved.name, source: saved.source },
          args: given,
          ...bounds,
        })
  }
}

function noProject(): never {
  throw new Error('A workflow was launched without a project.')
}
