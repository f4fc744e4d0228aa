import type { HarnessItem } from '#shared/context/harness-item.ts'
import { itemData } from '#shared/context/item-data.ts'
import type { DurableEvent } from '#shared/events/event.ts'
import type { PermissionMode } from '#shared/permission/mode.ts'
import { stillRead } from '../branch/still-read.ts'

/** The kind of item that tells a permission mode. */
const MODE = 'mode'

/** Returns the permission mode that a branch still tells; null where it tells none. */
export function knownMode(path: readonly DurableEvent[]): PermissionMode | null {
  const newest = stillRead(path).findLast(
    (event) => event.kind === 'harness.item' && event.payload.kind === MODE,
  )
  return newest?.kind === 'harness.item' ? (itemData(MODE, newest.payload)?.mode ?? null) : null
}

/**
 * Whether the model is to be told of its mode. Plan mode always is; another mode where it differs from the one told last,
 * or, before any was told, from the one in which the chat began.
 */
export function isModeUnreported(
  told: PermissionMode | null,
  now: PermissionMode,
  begun: PermissionMode | null,
): boolean {
  if (told !== null) return told !== now
  return now === 'plan' || (begun !== null && begun !== now)
}

const PLAN =
  'Plan mode is on: look and plan only. Changes and commands that are not known to be harmless will be refused.'
const PROPOSE = 'When you know how, put it to the person with `propose_plan`.'

const OTHERS: Readonly<Record<Exclude<PermissionMode, 'plan'>, string>> = {
  ask: 'Edits and commands ask the person first.',
  accept_edits: 'Edits in the project need no approval; commands do.',
  bypass: 'Edits and commands need no approval.',
}

/** Makes the item that tells a model its permission mode. */
export function modeItem(
  told: PermissionMode | null,
  mode: PermissionMode,
  { proposes }: { readonly proposes: boolean },
): HarnessItem {
  const words =
    mode === 'plan'
      ? [PLAN, ...(proposes ? [PROPOSE] : [])]
      : [...(told === 'plan' ? ['Plan mode is off.'] : []), OTHERS[mode]]
  return {
    kind: MODE,
    origin: 'system',
    content: words.join(' '),
    visibility: 'hidden',
    lifetime: 'session',
    placement: 'in-place',
    data: { mode },
  }
}
