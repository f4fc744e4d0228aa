/** The events of Claude Code that have a point here, with that point. */
export const FOREIGN_EVENTS = {
  PreToolUse: 'tool.before',
  PostToolUse: 'tool.after',
  UserPromptSubmit: 'prompt.submit',
  SessionStart: 'session.start',
  SessionEnd: 'session.end',
  Stop: 'run.stop',
  SubagentStop: 'run.stop',
  PreCompact: 'compact.before',
  Notification: 'run.status',
} as const

export type ForeignEvent = keyof typeof FOREIGN_EVENTS

/** The event of a hook of Claude Code. `matcher` are names its event is compared with; null for every event. */
export type ForeignForm = { readonly event: ForeignEvent; readonly matcher: readonly string[] | null }

/**
 * Reads the pattern of a hook: names with a bar between them, in which `.*` matches anything. Null for every event,
 * undefined for a pattern of another form.
 */
export function matcherOf(matcher: string | undefined): readonly string[] | null | undefined {
  if (matcher === undefined || matcher === '' || matcher === '*' || matcher === '.*') return null
  const inner = matcher.replace(/^\^?\(?\??:?/, '').replace(/\)?\$?$/, '')
  const names = inner.split('|').map((name) =>
    name
      .trim()
      .replace(/^\^|\$$/g, '')
      .replaceAll('.*', '*'),
  )
  return names.every((name) => /^[\w*-]+$/.test(name)) ? names : undefined
}
