import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import { syntaxTree } from '@codemirror/language'

/**
 * Functions available to a script, for editor completion. They are code, so they are the same in every
 * language.
 */
export const HOOKS = [
  {
    label: 'agent',
    detail: '(prompt, options?) => Promise<string | object | null>',
    info: 'Runs one agent. options: label, phase, model, effort, agentType, schema, tools (or allowedTools), isolation, context, timeoutMs, idleTimeoutMs, retries. Null when it died or was skipped.',
    apply: 'agent(',
  },
  {
    label: 'parallel',
    detail: '(thunks) => Promise<(value | null)[]>',
    info: 'Runs functions at the same time and waits for all of them.',
    apply: 'parallel([',
  },
  {
    label: 'pipeline',
    detail: '(items, ...stages) => Promise<(value | null)[]>',
    info: 'Sends each item through the stages; no item waits for another.',
    apply: 'pipeline(',
  },
  {
    label: 'phase',
    detail: '(title) => void',
    info: 'Opens a group. Agents that follow belong to it.',
    apply: 'phase(',
  },
  { label: 'log', detail: '(text) => void', info: 'Says a line to the person.', apply: 'log(' },
  {
    label: 'workflow',
    detail: '(name, args?) => Promise<value>',
    info: 'Runs a saved workflow inside this one. One level deep.',
    apply: 'workflow(',
  },
] as const

const VALUES = [
  { label: 'args', detail: 'unknown', info: 'What the run was started with.' },
  {
    label: 'budget',
    detail: '{ total, spent(), remaining() }',
    info: 'The ceiling of output tokens, and what is left of it.',
  },
] as const

const COMPLETIONS = [
  ...HOOKS.map((hook) => ({ ...hook, type: 'function', boost: 2 })),
  ...VALUES.map((value) => ({ ...value, type: 'variable', boost: 1 })),
]

/** A prompt is words, and so is a remark: nothing is called in them. */
const WORDS = new Set(['String', 'TemplateString', 'LineComment', 'BlockComment', 'RegExp'])

/** Offers the hooks wherever a name begins. After a dot there is none of them. */
export function completeHooks(context: CompletionContext): CompletionResult | null {
  const word = context.matchBefore(/[\w$]*/)
  if (word === null || (word.from === word.to && !context.explicit)) return null
  if (context.state.sliceDoc(Math.max(0, word.from - 1), word.from) === '.') return null
  if (WORDS.has(syntaxTree(context.state).resolveInner(context.pos, -1).name)) return null
  return { from: word.from, options: COMPLETIONS, validFor: /^[\w$]*$/ }
}
