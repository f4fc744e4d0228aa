/** Style variables of the protocol of MCP apps, and the token of the window that each has. */
const VARIABLES = {
  '--color-background-primary': '--color-canvas',
  '--color-background-secondary': '--color-raised',
  '--color-background-tertiary': '--color-sunken',
  '--color-background-inverse': '--color-ink',
  '--color-background-info': '--color-accent-wash',
  '--color-background-danger': '--color-bad-wash',
  '--color-background-success': '--color-ok-wash',
  '--color-background-warning': '--color-warn-wash',
  '--color-background-disabled': '--color-raised',
  '--color-text-primary': '--color-fg',
  '--color-text-secondary': '--color-fg-2',
  '--color-text-tertiary': '--color-fg-3',
  '--color-text-inverse': '--color-on-ink',
  '--color-text-info': '--color-accent-fg',
  '--color-text-danger': '--color-bad-fg',
  '--color-text-success': '--color-ok-fg',
  '--color-text-warning': '--color-warn-fg',
  '--color-text-disabled': '--color-fg-off',
  '--color-border-primary': '--color-line-strong',
  '--color-border-secondary': '--color-line',
  '--color-border-tertiary': '--color-line',
  '--color-border-info': '--color-accent-line',
  '--color-border-danger': '--color-bad-line',
  '--color-border-success': '--color-ok-line',
  '--color-border-warning': '--color-warn-line',
  '--color-ring-primary': '--color-focus',
  '--font-weight-normal': '--font-weight-normal',
  '--font-weight-medium': '--font-weight-medium',
  '--font-weight-semibold': '--font-weight-semibold',
  '--font-weight-bold': '--font-weight-semibold',
  '--font-text-xs-size': '--text-xs',
  '--font-text-sm-size': '--text-sm',
  '--font-text-md-size': '--text-base',
  '--font-text-lg-size': '--text-lg',
  '--font-heading-xs-size': '--text-sm',
  '--font-heading-sm-size': '--text-base',
  '--font-heading-md-size': '--text-md',
  '--font-heading-lg-size': '--text-lg',
  '--font-heading-xl-size': '--text-xl',
  '--font-heading-2xl-size': '--text-2xl',
  '--font-heading-3xl-size': '--text-2xl',
  '--font-text-xs-line-height': '--text-xs--line-height',
  '--font-text-sm-line-height': '--text-sm--line-height',
  '--font-text-md-line-height': '--text-base--line-height',
  '--font-text-lg-line-height': '--text-lg--line-height',
  '--font-heading-xs-line-height': '--text-sm--line-height',
  '--font-heading-sm-line-height': '--text-base--line-height',
  '--font-heading-md-line-height': '--text-md--line-height',
  '--font-heading-lg-line-height': '--text-lg--line-height',
  '--font-heading-xl-line-height': '--text-xl--line-height',
  '--font-heading-2xl-line-height': '--text-2xl--line-height',
  '--font-heading-3xl-line-height': '--text-2xl--line-height',
  '--border-radius-xs': '--radius-xs',
  '--border-radius-sm': '--radius-sm',
  '--border-radius-md': '--radius-md',
  '--border-radius-lg': '--radius-lg',
  '--border-radius-xl': '--radius-xl',
  '--border-radius-full': '--radius-full',
  '--shadow-sm': '--shadow-card',
  '--shadow-md': '--shadow-pop',
  '--shadow-lg': '--shadow-dialog',
} as const

/** Values that are the same in every look. The fonts of the window cannot be loaded in a frame without network. */
const FIXED = {
  '--color-background-ghost': 'transparent',
  '--color-border-ghost': 'transparent',
  '--font-sans': 'system-ui, sans-serif',
  '--font-mono': 'ui-monospace, monospace',
  '--border-width-regular': '1px',
}

/** Returns the style variables for a view. `tokenValue` gives the value of a token; empty for a token that is not there. */
export function styleVariables(tokenValue: (token: string) => string): Readonly<Record<string, string>> {
  const found = Object.entries(VARIABLES).flatMap(([name, token]) => {
    const value = tokenValue(token).trim()
    return value === '' ? [] : [[name, value] as const]
  })
  return { ...FIXED, ...Object.fromEntries(found) }
}

/** Returns the style variables of the window as it looks now. */
export function stylesOfWindow(): { readonly variables: Readonly<Record<string, string>> } {
  const computed = getComputedStyle(document.documentElement)
  return { variables: styleVariables((token) => computed.getPropertyValue(token)) }
}
