import { z } from 'zod'
import type { MemoryId } from '../ids.ts'
import { STORE_VERBS, type StoreVerb } from './store-verbs.ts'

/** The name suffix of an archived store. */
export const ARCHIVED_SUFFIX = '.archived'
/** The tag of archived items. They stay searchable but are never recalled automatically. */
export const ARCHIVED_TAG = 'archived'

/** Letters and digits of any script. Nothing in it can lead out of its place: no slash, no dots but those of an end. */
const Name = z.string().regex(/^[\p{L}\p{N}][\p{L}\p{M}\p{N}_-]{0,39}$/u)
export const StoreName = z
  .string()
  .refine((name) => Name.safeParse(liveName(name)).success)
  .brand<'StoreName'>()
export type StoreName = z.infer<typeof StoreName>

/** The key of an entry. Dots separate words and are never adjacent. */
export const StoreKey = z
  .string()
  .regex(/^[\p{L}\p{N}][\p{L}\p{M}\p{N} _-]*(?:\.[\p{L}\p{N}][\p{L}\p{M}\p{N} _-]*)*$/u)
  .max(100)
  .brand<'StoreKey'>()
export type StoreKey = z.infer<typeof StoreKey>

/** The name a store has, or had before it was put away. */
function liveName(name: string): string {
  return name.endsWith(ARCHIVED_SUFFIX) ? name.slice(0, -ARCHIVED_SUFFIX.length) : name
}

const Value = z.string().trim().min(1).max(20_000)

/** A `/memory` command on the stores of a project. */
export const StoreCommand = z.discriminatedUnion('verb', [
  z.strictObject({ verb: z.literal('list') }),
  z.strictObject({ verb: z.literal('create'), store: StoreName }),
  z.strictObject({ verb: z.literal('store'), store: StoreName, key: StoreKey, value: Value }),
  z.strictObject({ verb: z.literal('fetch'), store: StoreName, key: StoreKey }),
  z.strictObject({ verb: z.literal('entries'), store: StoreName }),
  z.strictObject({ verb: z.literal('archive'), store: StoreName }),
])
export type StoreCommand = z.infer<typeof StoreCommand>

export type StoreEntry = { readonly id: MemoryId; readonly key: string; readonly content: string }

/** The result of a command. */
export type StoreAnswer =
  | { readonly verb: 'list'; readonly stores: readonly { readonly name: string; readonly entries: number }[] }
  | { readonly verb: 'create'; readonly store: string }
  | { readonly verb: 'store' | 'fetch'; readonly store: string; readonly entry: StoreEntry }
  | { readonly verb: 'entries'; readonly store: string; readonly entries: readonly StoreEntry[] }
  | {
      readonly verb: 'archive'
      readonly store: string
      readonly name: string
      readonly entries: number
    }

/** The reason a text is not a valid command: an unknown verb, or a missing or invalid part. */
export type StoreCommandProblem = 'verb' | 'store' | 'key' | 'value' | 'badStore' | 'badKey' | 'tooLong'

export type StoreCommandRead =
  | { readonly command: StoreCommand; readonly problem: null }
  | { readonly command: null; readonly problem: StoreCommandProblem }

/** Parses the text after `/memory`. A key of several words needs quotation marks. */
export function readStoreCommand(words: string): StoreCommandRead {
  const [verb = '', rest] = firstWord(words)
  if (!isVerb(verb)) return no('verb')
  if (verb === 'list') return yes({ verb })
  const [storeWord = '', afterStore] = firstWord(rest)
  const store = StoreName.safeParse(storeWord)
  if (!store.success) return no(storeWord === '' ? 'store' : 'badStore')
  if (verb === 'create' || verb === 'entries' || verb === 'archive') return yes({ verb, store: store.data })
  const [keyWord = '', afterKey] = firstWord(afterStore)
  const key = StoreKey.safeParse(keyWord)
  if (!key.success) return no(keyWord === '' ? 'key' : 'badKey')
  if (verb === 'fetch') return yes({ verb, store: store.data, key: key.data })
  const value = Value.safeParse(afterKey)
  if (!value.success) return no(afterKey.trim() === '' ? 'value' : 'tooLong')
  return yes({ verb, store: store.data, key: key.data, value: value.data })
}

const yes = (command: StoreCommand): StoreCommandRead => ({ command, problem: null })
const no = (problem: StoreCommandProblem): StoreCommandRead => ({ command: null, problem })

function isVerb(word: string): word is StoreVerb {
  return STORE_VERBS.some((verb) => verb === word)
}

/** Returns the first word or quoted text, and the rest. */
function firstWord(text: string): [string | undefined, string] {
  const [whole, quoted, bare] = /^\s*(?:"([^"]*)"|(\S+))/.exec(text) ?? []
  return [quoted ?? bare, whole === undefined ? '' : text.slice(whole.length)]
}
