import { z } from 'zod'
import type { GitQuestion } from '../../changes/git-question.ts'
import { call, personCall } from '../call.ts'

/** Calls about questions of git and ssh, such as a password. */
export const GIT_QUESTION_CALLS = {
  /** Returns the questions that wait, the oldest first. */
  'gitQuestion.list': call<readonly GitQuestion[]>()(() => z.strictObject({})),
  /** Answers a question; null cancels it. The answer reaches the program that asked, and is stored nowhere. */
  'gitQuestion.answer': personCall<null>()(() =>
    z.strictObject({
      id: z.string().max(100),
      // A line end would answer the next question too.
      answer: z
        .string()
        .max(4_096)
        .regex(/^[^\r\n\0]*$/)
        .nullable(),
    }),
  ),
} as const
