import type { ContextId } from '../ids.ts'
import type { ContextRecord } from '../session/session.ts'
import type { SideQueryAnswers } from '../session/side-query-answers.ts'
import { withEntry } from '../with-entry.ts'
import type { DurableEventOf } from './event.ts'

type Contexts = Readonly<Record<ContextId, ContextRecord>>

/** Keeps the newest answer to each part of a side query, beside the branch that it is about. */
export function foldSideQueryAnswers(
  contexts: Contexts,
  { payload, ts }: DurableEventOf<'side.answered'>,
): Contexts {
  const { contextId, through, tokens, summary, line, suggestion } = payload
  const context = contexts[contextId]
  if (context === undefined) return contexts
  const side: SideQueryAnswers = {
    ...context.side,
    ...(summary === undefined ? {} : { summary: { text: summary, through, tokens, at: ts } }),
    ...(line === undefined ? {} : { line: { text: line, through } }),
    ...(suggestion === undefined ? {} : { suggestion: { text: suggestion, through } }),
  }
  return withEntry(contexts, contextId, { ...context, side })
}
