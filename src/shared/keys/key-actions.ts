/** Every action of the window that has a key. `Mod` is Ctrl, on macOS ⌘; `Ctrl` is Ctrl everywhere. */
export const KEY_ACTIONS = [
  action('palette', 'Mod+K', 'view'),
  action('actions', 'Mod+Shift+P', 'view'),
  action('newChat', 'Mod+N', 'file'),
  action('addProject', 'Mod+O', 'file'),
  action('chat', 'Mod+1', 'go'),
  action('workflows', 'Mod+2', 'go'),
  action('agents', 'Mod+3', 'go'),
  action('memory', 'Mod+4', 'go'),
  action('vault', 'Mod+5', 'go'),
  action('settings', 'Mod+,', 'file'),
  action('changes', 'Mod+Shift+G', 'go'),
  action('files', 'Mod+Shift+E', 'go'),
  action('goToFile', 'Mod+P', 'go'),
  action('findInFiles', 'Mod+Shift+J', 'edit'),
  action('findAll', 'Mod+Shift+F', 'edit'),
  action('background', 'Shift+ArrowDown', 'go'),
  action('terminals', 'Ctrl+`', 'view'),
  action('newTerminal', 'Ctrl+Shift+`', 'file'),
  action('sheet', 'Mod+/', 'help'),
  action('sidebar', 'Mod+B', 'view'),
  action('branches', 'Mod+Shift+B', 'view'),
  action('beside', 'Mod+\\', 'view'),
] as const

/** The native menu that lists an action. */
export type KeyMenu = 'file' | 'edit' | 'view' | 'go' | 'help'

export type KeyAction = (typeof KEY_ACTIONS)[number]['id']

function action<const Id extends string>(id: Id, key: string, menu: KeyMenu) {
  return { id, key, menu } as const
}

/** The key of each action; null where another action took it. */
export type KeyBindings = Readonly<Record<KeyAction, string | null>>

/** A key that two actions want; the first one has it. */
export type KeyClash = { readonly key: string; readonly has: KeyAction; readonly lost: KeyAction }

const MODIFIERS = ['Mod', 'Ctrl', 'Alt', 'Shift'] as const
const NAMED = /^(?:F(?:[1-9]|1[0-2])|Arrow(?:Up|Down|Left|Right)|Enter|Home|End|PageUp|PageDown)$/
/** Keys with a meaning of their own in text fields and dialogs. */
const RESERVED = new Set([
  'Mod+C',
  'Mod+V',
  'Mod+X',
  'Mod+A',
  'Mod+Z',
  'Mod+Shift+Z',
  'Mod+Y',
  'Mod+Q',
  'Mod+W',
  'Mod+Shift+N',
])

/**
 * Returns the usual form of a key such as `mod+shift+p`; null for anything that is no key or may not be used: letters
 * need `Mod` or `Alt`, and the keys of the clipboard stay as they are.
 */
export function keyOf(text: string): string | null {
  const parts = text.trim().split(/\s*\+\s*(?!$)/)
  const last = parts.at(-1) ?? ''
  const held = parts
    .slice(0, -1)
    .map((part) => MODIFIERS.find((name) => name.toLowerCase() === part.toLowerCase()))
  if (held.includes(undefined) || new Set(held).size < held.length) return null
  const name = last.length === 1 ? last.toUpperCase() : last
  if (name.length !== 1 && !NAMED.test(name)) return null
  const isFunction = /^F\d/.test(name)
  const opens =
    held.includes('Mod') ||
    held.includes('Ctrl') ||
    held.includes('Alt') ||
    isFunction ||
    (held.includes('Shift') && NAMED.test(name))
  const key = [...MODIFIERS.filter((modifier) => held.includes(modifier)), name].join('+')
  return opens && !RESERVED.has(key) ? key : null
}

/** Returns the keys in force and their clashes. A changed key goes before a default one. */
export function bindKeys(changes: Readonly<Partial<Record<KeyAction, string>>>): {
  readonly bindings: KeyBindings
  readonly clashes: readonly KeyClash[]
} {
  const taken = new Map<string, KeyAction>()
  const clashes: KeyClash[] = []
  const bindings = Object.fromEntries(KEY_ACTIONS.map(({ id }) => [id, null])) as Record<
    KeyAction,
    string | null
  >
  const changed = KEY_ACTIONS.filter(({ id }) => changes[id] !== undefined)
  for (const { id, key } of [...changed, ...KEY_ACTIONS.filter((each) => !changed.includes(each))]) {
    const wanted = keyOf(changes[id] ?? key)
    if (wanted === null) continue
    const has = taken.get(wanted)
    if (has === undefined) {
      taken.set(wanted, id)
      bindings[id] = wanted
    } else clashes.push({ key: wanted, has, lost: id })
  }
  return { bindings, clashes }
}

/** The default keys. */
export const DEFAULT_KEYS: KeyBindings = bindKeys({}).bindings

type Pressed = {
  readonly key: string
  readonly code: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
}

/** Returns the action of a pressed key; null for any other. Ctrl counts as `Mod` on macOS too, except with N and B. */
export function actionOfKey(bindings: KeyBindings, pressed: Pressed, mac: boolean): KeyAction | null {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = pressed
  // By its place: with Shift, and on other layouts, this key types another sign.
  const name = code === 'Backquote' ? '`' : key.length === 1 ? key.toUpperCase() : key
  // Text fields of macOS move the caret with Ctrl and a letter.
  if (mac && !metaKey && ctrlKey && (name === 'N' || name === 'B')) return null
  const found = (shift: boolean): KeyAction | null => {
    const rest = [altKey ? 'Alt' : '', shift ? 'Shift' : '', name].filter(Boolean)
    const wanted = [[ctrlKey || metaKey ? 'Mod' : '', ...rest], ...(ctrlKey ? [['Ctrl', ...rest]] : [])]
    const keys = wanted.map((parts) => parts.filter(Boolean).join('+'))
    return KEY_ACTIONS.find(({ id }) => keys.includes(bindings[id] ?? ''))?.id ?? null
  }
  // On some layouts a sign is typed with Shift.
  const typed = found(shiftKey) ?? (shiftKey && /^[^A-Z0-9]$/.test(name) ? found(false) : null)
  // The settings are also the sixth place.
  return typed ?? (name === '6' && (ctrlKey || metaKey) && !altKey && !shiftKey ? 'settings' : null)
}

/** Returns the parts of a key for its picture. */
export const keyParts = (key: string): readonly string[] =>
  key.split(/\+(?!$)/).map((part) => ARROWS[part] ?? part)

const ARROWS: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
}
