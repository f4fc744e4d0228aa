import { z } from 'zod'
import type { DurableEvent, DurableEventOf, NewDurableEvent } from '#shared/events/event.ts'
import type { ModelRef } from '#shared/ids.ts'
import type { Effort } from '#shared/model/efforts.ts'
import { KNOWN_PROVIDERS, PROVIDER_NAMES } from '#shared/model/known-providers.ts'
import type { ModelInfo } from '#shared/model/model.ts'
import { Sentence } from '#shared/sentence-data.ts'
import { say } from '#shared/sentences.ts'
import { told } from '../../runs/run/notices.ts'

type Publishing = { readonly publish: (events: readonly NewDurableEvent[]) => unknown }

/** Adds a notice when another model answers from here on. */
export function tellModelChange(
  run: Publishing,
  path: readonly DurableEvent[],
  now: Pick<ModelInfo, 'ref' | 'label'>,
  infoOf: (ref: ModelRef) => Pick<ModelInfo, 'label'> | null,
): void {
  const before = answeredLast(path)?.payload.message.model ?? null
  if (before === null || before === now.ref) return
  run.publish([
    told([say('run.modelChanged', { before: infoOf(before)?.label ?? before, after: now.label })]),
  ])
}

/** The settings of later requests to a model. */
export type AskedNow = {
  readonly model: Pick<ModelInfo, 'ref' | 'provider'>
  readonly agentId: string | undefined
  /** The effort that requests name; null: none, undefined: one of the turn alone. */
  readonly effort: Effort | null | undefined
  /** When the key was set, in ms; null for a model without one. */
  readonly keySince: number | null
  /** Whether the model needs a key and has none. */
  readonly isKeyMissing: boolean
}

/**
 * Returns notices when the same agent asks the same model with another effort or key than for the answer before. No
 * change is repeated: a notice behind that answer counts as known.
 */
export function settingChanges(path: readonly DurableEvent[], now: AskedNow): readonly NewDurableEvent[] {
  const last = answeredLast(path)
  if (last === null) return []
  const { message } = last.payload
  if (message.model !== now.model.ref || message.agentId !== now.agentId) return []
  const since = path.slice(path.lastIndexOf(last) + 1).flatMap(saidIn)
  const known = since.findLast(({ name }) => name === 'run.effortChanged')?.facts['after']
  const before = known ?? (message.effort === undefined ? undefined : wordOf(message.effort))
  const after = now.effort === undefined ? before : wordOf(now.effort)
  const isOlder = now.keySince !== null && last.ts < now.keySince
  const isTold = (notice: 'run.keyChanged' | 'run.keyMissing') => since.some(({ name }) => name === notice)
  const provider = labelOf(now.model.provider)
  return [
    ...(before === undefined || after === undefined || before === after
      ? []
      : [told([say('run.effortChanged', { before, after })])]),
    ...(isOlder && !isTold('run.keyChanged') ? [told([say('run.keyChanged', { provider })])] : []),
    ...(now.isKeyMissing && !isTold('run.keyMissing') ? [told([say('run.keyMissing', { provider })])] : []),
  ]
}

/** The words for a provider. */
const labelOf = (provider: string): string =>
  PROVIDER_NAMES.flatMap((name) => (name === provider ? [KNOWN_PROVIDERS[name].label] : []))[0] ?? provider

const wordOf = (effort: Effort | null): string => effort ?? 'model default'

/** The answer that was given last on this branch; null where there is none. */
function answeredLast(path: readonly DurableEvent[]): DurableEventOf<'message'> | null {
  const last = path.findLast(
    (event) => event.kind === 'message' && event.payload.message.role === 'assistant',
  )
  return last?.kind === 'message' ? last : null
}

/** The sentences of a notice. */
function saidIn(event: DurableEvent): z.infer<typeof Notice>['said'] {
  if (event.kind !== 'harness.item' || event.payload.kind !== 'runtime-notice') return []
  const notice = Notice.safeParse(event.payload.data)
  return notice.success ? notice.data.said : []
}

const Notice = z.object({ said: z.array(Sentence) })
