/** The colours a window shows before its page has drawn, and around the system's own buttons. */
export type ChromeColours = { readonly bar: string; readonly symbols: string; readonly page: string }

/** The tokens `chrome`, `fg-2` and `canvas` in the only notation the system takes. A test holds them together. */
export const CHROME_COLOURS: Readonly<Record<'dark' | 'light', ChromeColours>> = {
  dark: { bar: '#110f0d', symbols: '#bcb8b4', page: '#1b1816' },
  light: { bar: '#efede9', symbols: '#514a45', page: '#fdfdfb' },
}

export const TITLE_BAR_HEIGHT = 36
