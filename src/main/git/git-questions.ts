import type { GitQuestion } from '#shared/changes/git-question.ts'

/** The end of a question. `gone`: the program that asked has ended. */
export type QuestionEnd =
  | { readonly kind: 'answered'; readonly answer: string }
  | { readonly kind: 'cancelled' | 'unanswered' | 'gone' }

/** Questions of git and ssh that wait for the person. */
export type GitQuestions = ReturnType<typeof createGitQuestions>

type Deps = {
  readonly now: () => number
  readonly newId: () => string
  /** Told when other questions wait than before. Never told an answer. */
  readonly changed: () => void
  /** Milliseconds a question waits. */
  readonly limitMs?: number
}

const LIMIT_MS = 3 * 60_000

/** Creates the list of questions that wait. It holds no answer: each goes straight to who asked. */
export function createGitQuestions({ now, newId, changed, limitMs = LIMIT_MS }: Deps) {
  const waiting = new Map<
    string,
    { readonly question: GitQuestion; readonly end: (end: QuestionEnd) => void }
  >()
  return {
    list: (): readonly GitQuestion[] => [...waiting.values()].map(({ question }) => question),
    /** Ends a question. Does nothing where it waits no more. */
    answer: (id: string, answer: string | null): void =>
      waiting.get(id)?.end(answer === null ? { kind: 'cancelled' } : { kind: 'answered', answer }),
    /** Waits for the answer of the person. `signal`: the program that asked has ended. */
    ask: (asked: Omit<GitQuestion, 'id' | 'until'>, signal: AbortSignal): Promise<QuestionEnd> =>
      new Promise((resolve) => {
        const id = newId()
        const late = setTimeout(() => end({ kind: 'unanswered' }), limitMs)
        const gone = () => end({ kind: 'gone' })
        const end = (how: QuestionEnd) => {
          if (!waiting.delete(id)) return
          clearTimeout(late)
          signal.removeEventListener('abort', gone)
          changed()
          resolve(how)
        }
        waiting.set(id, { question: { ...asked, id, until: now() + limitMs }, end })
        signal.addEventListener('abort', gone, { once: true })
        if (signal.aborted) gone()
        else changed()
      }),
  }
}
