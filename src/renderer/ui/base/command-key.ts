/** Whether the window runs on macOS, where ⌘ is the command key. Elsewhere it is Ctrl. */
export const isMac = (): boolean => navigator.platform.startsWith('Mac')

/** The keys of a shortcut as `aria-keyshortcuts` spells them: `Mod` becomes the command key of the system. */
export const keyShortcut = (keys: readonly string[]): string =>
  keys.map((key) => (key === 'Mod' ? (isMac() ? 'Meta' : 'Control') : key)).join('+')
