import type { ITheme } from '@xterm/xterm'

/** Returns the colours of a terminal from the tokens of the current theme. */
export function terminalTheme(): ITheme {
  const style = getComputedStyle(document.documentElement)
  const token = (name: string) => style.getPropertyValue(`--color-${name}`).trim()
  const [red, green, yellow] = [token('bad-fg'), token('ok-fg'), token('warn-fg')]
  const [blue, magenta, cyan] = [token('syn-fn'), token('syn-key'), token('data-2')]
  return {
    background: token('sunken'),
    foreground: token('fg'),
    cursor: token('fg'),
    cursorAccent: token('sunken'),
    selectionBackground: token('press'),
    black: token('fg-off'),
    brightBlack: token('fg-3'),
    white: token('fg-2'),
    brightWhite: token('fg'),
    red,
    green,
    yellow,
    blue,
    magenta,
    cyan,
    brightRed: red,
    brightGreen: green,
    brightYellow: yellow,
    brightBlue: blue,
    brightMagenta: magenta,
    brightCyan: cyan,
  }
}
