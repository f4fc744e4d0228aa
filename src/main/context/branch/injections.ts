import {
  HARNESS_KIND,
  type HarnessItem,
  type ItemOrigin,
  type Placement,
} from '#shared/context/harness-item.ts'
import { AppError } from '#shared/errors.ts'
import type { Message } from '#shared/session/message.ts'
import { textMessage } from './entry.ts'
import { REMINDER_TAG, wrapInTag } from './envelope.ts'

/** The declaration of an item kind. The model sees the text of `format`, never the kind. */
export type InjectionDescriptor = {
  readonly kind: string
  readonly allowedOrigins: readonly ItemOrigin[]
  /** `system` is for kinds of the app itself and lands after the system prompt. */
  readonly llmRole: 'user' | 'system'
  readonly placement: Placement
  /** `boot` items feed the instruction snapshot and never become messages. */
  readonly lifetime: 'boot' | 'session' | 'run'
  readonly mustKeep: boolean
  /** The share of the usable window that items of this kind, stored in one run, may take together. */
  readonly maxBudgetFraction?: number
  /**
   * Closes content that was shortened, and replaces content without room. An item of such a kind takes at most half of
   * the room that is left. Missing: an item without room is left out.
   */
  readonly cutNote?: string
  readonly visibility: HarnessItem['visibility']
  /** The same as `cutNote` by attributes, for a kind whose items may take all of the room that is left. */
  readonly restNote?: (attrs: Readonly<Record<string, string>>) => string
  /** The writer of the tags: the registry (`system-reminder`), the formatter (`custom`) or none. */
  readonly envelope: 'system-reminder' | 'custom' | 'none'
  readonly format: (content: string, attrs: Readonly<Record<string, string>>) => string
}

/** Declares kinds at start, renders items afterwards. The same instance serves both. */
export type InjectionRegistry = {
  readonly register: (descriptor: InjectionDescriptor) => void
  readonly get: (kind: string) => InjectionDescriptor | undefined
  /** After this, registering throws: the set of kinds is closed for as long as the app runs. */
  readonly freeze: () => void
  /** Why an item may not be appended, or null. */
  readonly problemWith: (item: HarnessItem) => string | null
  /** The message an item becomes. Asked again for the same item it returns the same object. */
  readonly render: (item: HarnessItem) => Message
}

export const EXTENSION_PREFIX = 'ext-'

/** Starts with the given kinds (`BUILTIN_INJECTIONS` in the app) and takes more until it is frozen. */
export function createInjectionRegistry(initial: readonly InjectionDescriptor[] = []): InjectionRegistry {
  const descriptors = new Map<string, InjectionDescriptor>()
  let rendered = new WeakMap<HarnessItem, Message>()
  let frozen = false

  const register = (descriptor: InjectionDescriptor): void => {
    const problem = frozen
      ? 'The set of injection kinds is closed once the app has started.'
      : problemOf(descriptor, descriptors)
    if (problem !== null) throw AppError.quoting('config.invalid', problem)
    rendered = new WeakMap()
    // Words from outside never speak with the app's authority.
    const isExtension = descriptor.kind.startsWith(EXTENSION_PREFIX)
    descriptors.set(descriptor.kind, isExtension ? { ...descriptor, llmRole: 'user' } : descriptor)
  }

  for (const descriptor of initial) register(descriptor)
  return {
    register,
    get: (kind) => descriptors.get(kind),
    freeze: () => {
      frozen = true
    },
    problemWith: (item) => originProblem(item, descriptors.get(item.kind)),
    render: (item) => {
      const known = rendered.get(item)
      if (known !== undefined) return known
      const message = textMessage('user', renderText(item, descriptors.get(item.kind)))
      rendered.set(item, message)
      return message
    },
  }
}

/** Makes an item with the descriptor's defaults, ready to be appended. Throws when it may not be. */
export function newHarnessItem(
  registry: InjectionRegistry,
  fields: Pick<HarnessItem, 'kind' | 'origin' | 'content'> & Partial<HarnessItem>,
): HarnessItem {
  const descriptor = registry.get(fields.kind)
  if (descriptor === undefined || descriptor.lifetime === 'boot') {
    throw new Error(`There is no kind of context item named ${fields.kind}.`)
  }
  const { visibility, lifetime, placement } = descriptor
  const item: HarnessItem = { visibility, lifetime, placement, ...fields }
  const problem = registry.problemWith(item)
  if (problem !== null) throw AppError.quoting('config.invalid', problem)
  return item
}

function problemOf(
  descriptor: InjectionDescriptor,
  known: ReadonlyMap<string, InjectionDescriptor>,
): string | null {
  const { kind, maxBudgetFraction, allowedOrigins } = descriptor
  if (!HARNESS_KIND.test(kind)) {
    return `"${kind}" cannot name a kind of context item: use lower case words joined by single dashes.`
  }
  if (known.has(kind)) return `The kind of context item "${kind}" is registered twice.`
  if (maxBudgetFraction !== undefined && !(maxBudgetFraction > 0 && maxBudgetFraction <= 1)) {
    return `The share of "${kind}" must be above 0 and at most 1; it is ${maxBudgetFraction}.`
  }
  if (allowedOrigins.length === 0) return `The kind "${kind}" names no origin it may come from.`
  return null
}

function originProblem(item: HarnessItem, descriptor: InjectionDescriptor | undefined): string | null {
  if (descriptor === undefined) return `There is no kind of context item named "${item.kind}".`
  if (descriptor.allowedOrigins.includes(item.origin)) return null
  return `A "${item.kind}" cannot come from ${item.origin}, only from ${descriptor.allowedOrigins.join(', ')}.`
}

// An item whose extension is gone is still part of the conversation and still marked as side information.
function renderText(item: HarnessItem, descriptor: InjectionDescriptor | undefined): string {
  if (descriptor === undefined) return wrapInTag(REMINDER_TAG, item.content)
  const text = descriptor.format(item.content, item.attrs ?? {})
  return descriptor.envelope === 'system-reminder' ? wrapInTag(REMINDER_TAG, text) : text
}
