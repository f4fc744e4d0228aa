import type { ProjectId } from '#shared/ids.ts'
import type { PermissionMode } from '#shared/permission/mode.ts'
import type { Trigger, TriggerCaps, TriggerDraft, TriggerSource } from '#shared/trigger/trigger.ts'

/** The kinds of sources that the form offers. */
export const KINDS = ['cron', 'file', 'commit', 'branch', 'webhook', 'chat', 'workflowEnd'] as const
export type Kind = (typeof KINDS)[number]

/** The form as it is written: texts, also those that are no values yet. */
export type FormDraft = {
  readonly name: string
  readonly kind: Kind
  readonly cron: string
  readonly globs: string
  readonly branch: string
  readonly workflowName: string
  readonly outcome: 'any' | 'done' | 'failed'
  /** Empty for a new chat, else `source/name` of a saved workflow. */
  readonly workflow: string
  readonly prompt: string
  readonly args: string
  readonly agentId: string
  readonly model: string
  readonly permissionMode: PermissionMode
  readonly maxUsd: string
  readonly maxUsdWeek: string
  readonly maxMinutes: string
  readonly maxRuns: string
  readonly quietFrom: string
  readonly quietTo: string
  readonly overlap: boolean
  readonly missed: 'skip' | 'once'
}

/** The form of a new trigger. */
export function newForm(permissionMode: PermissionMode): FormDraft {
  return {
    name: '',
    kind: 'cron',
    cron: '0 9 * * 1-5',
    globs: '',
    branch: '*',
    workflowName: '',
    outcome: 'any',
    workflow: '',
    prompt: '',
    args: '{}',
    agentId: '',
    model: '',
    // Full access is a choice of its own.
    permissionMode: permissionMode === 'bypass' ? 'ask' : permissionMode,
    maxUsd: '1',
    maxUsdWeek: '',
    maxMinutes: '30',
    maxRuns: '24',
    quietFrom: '',
    quietTo: '',
    overlap: false,
    missed: 'skip',
  }
}

/** The form of a stored trigger. */
export function formOf({ name, source, work, model, permissionMode, caps, missed }: Trigger): FormDraft {
  const blank = newForm(permissionMode)
  return {
    ...blank,
    name,
    permissionMode,
    missed,
    overlap: caps.overlap,
    model: model ?? '',
    ...sourceFields(source),
    ...(work.kind === 'prompt'
      ? { prompt: work.prompt, agentId: work.agentId ?? '' }
      : { workflow: `${work.source}/${work.name}`, args: JSON.stringify(work.args) }),
    maxUsd: textOf(caps.maxUsd),
    maxUsdWeek: textOf(caps.maxUsdWeek),
    maxMinutes: textOf(caps.maxMinutes),
    maxRuns: textOf(caps.maxRuns),
    quietFrom: caps.quiet?.from ?? '',
    quietTo: caps.quiet?.to ?? '',
  }
}

const textOf = (value: number | null): string => (value === null ? '' : String(value))

function sourceFields(source: TriggerSource): Partial<FormDraft> {
  switch (source.kind) {
    case 'cron':
      return { kind: 'cron', cron: source.expression }
    case 'file':
      return { kind: 'file', globs: source.globs.join('\n') }
    case 'git':
      return { kind: source.event, branch: source.branch }
    case 'webhook':
      return { kind: 'webhook' }
    case 'run':
      return source.of === 'chat'
        ? { kind: 'chat', outcome: source.outcome }
        : { kind: 'workflowEnd', outcome: source.outcome, workflowName: source.name ?? '' }
  }
}

/** The fields of a form that hold no value. */
export type Faults = ReadonlySet<keyof FormDraft>

/** Reads a form. Without faults it is a draft that main can check. */
export function readForm(
  form: FormDraft,
  projectId: ProjectId,
): { readonly draft: TriggerDraft | null; readonly faults: Faults } {
  const faults = new Set<keyof FormDraft>()
  const number = (key: 'maxUsd' | 'maxUsdWeek' | 'maxMinutes' | 'maxRuns'): number | null => {
    const text = form[key].trim()
    if (text === '') return null
    const value = Number(text)
    const isWhole = key === 'maxMinutes' || key === 'maxRuns'
    if (!(value > 0) || (isWhole && !Number.isInteger(value))) faults.add(key)
    return value
  }
  const caps: TriggerCaps = {
    maxUsd: number('maxUsd'),
    maxUsdWeek: number('maxUsdWeek'),
    maxMinutes: number('maxMinutes'),
    maxRuns: number('maxRuns'),
    overlap: form.overlap,
    quiet: form.quietFrom === '' && form.quietTo === '' ? null : { from: form.quietFrom, to: form.quietTo },
  }
  if (caps.quiet !== null && !(isTime(caps.quiet.from) && isTime(caps.quiet.to))) faults.add('quietFrom')
  if (form.name.trim() === '') faults.add('name')
  const source = sourceIn(form)
  if (source.kind === 'file' && source.globs.length === 0) faults.add('globs')
  if (source.kind === 'git' && source.branch === '') faults.add('branch')
  if (source.kind === 'cron' && source.expression === '') faults.add('cron')
  const work = workIn(form)
  if (work === null) faults.add('args')
  if (work?.kind === 'prompt' && work.prompt === '') faults.add('prompt')
  if (work === null || faults.size > 0) return { draft: null, faults }
  const { permissionMode, missed, model } = form
  const more = { caps, permissionMode, missed, model: model === '' ? null : (model as TriggerDraft['model']) }
  return { draft: { name: form.name.trim(), projectId, source, work, ...more }, faults }
}

const isTime = (text: string): boolean => /^([01][0-9]|2[0-3]):[0-5][0-9]$/.test(text)

/** Returns the source that a form names. */
export function sourceIn(form: FormDraft): TriggerSource {
  switch (form.kind) {
    case 'cron':
      return { kind: 'cron', expression: form.cron.trim() }
    case 'file':
      return { kind: 'file', globs: linesOf(form.globs) }
    case 'commit':
    case 'branch':
      return { kind: 'git', event: form.kind, branch: form.branch.trim() }
    case 'webhook':
      return { kind: 'webhook' }
    case 'chat':
      return { kind: 'run', of: 'chat', name: null, outcome: form.outcome }
    case 'workflowEnd': {
      const name = form.workflowName.trim()
      return { kind: 'run', of: 'workflow', name: name === '' ? null : name, outcome: form.outcome }
    }
  }
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

function workIn({ workflow, prompt, agentId, args }: FormDraft): TriggerDraft['work'] | null {
  if (workflow === '')
    return { kind: 'prompt', prompt: prompt.trim(), agentId: agentId === '' ? null : agentId }
  const cut = workflow.indexOf('/')
  const parsed = jsonIn(args)
  if (parsed === undefined) return null
  const source = workflow.slice(0, cut) as 'bundled' | 'user' | 'project'
  return { kind: 'workflow', source, name: workflow.slice(cut + 1), args: parsed }
}

type Args = Extract<TriggerDraft['work'], { kind: 'workflow' }>['args']

function jsonIn(text: string): Args | undefined {
  try {
    return JSON.parse(text) as Args
  } catch {
    // The form names the field; the parser's words would not help.
    return undefined
  }
}
