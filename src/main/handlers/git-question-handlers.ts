import type { GIT_QUESTION_CALLS } from '#shared/ipc/calls/git-question-calls.ts'
import type { Handlers } from '#shared/ipc/contract.ts'
import type { GitQuestions } from '../git/git-questions.ts'

/** Creates the handlers for questions of git and ssh. */
export function createGitQuestionHandlers(
  questions: Pick<GitQuestions, 'list' | 'answer'>,
): Pick<Handlers, keyof typeof GIT_QUESTION_CALLS> {
  return {
    'gitQuestion.list': () => questions.list(),
    'gitQuestion.answer': ({ id, answer }) => {
      questions.answer(id, answer)
      return null
    },
  }
}
