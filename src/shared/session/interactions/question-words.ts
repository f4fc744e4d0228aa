import { firstPart } from '../../first-part.ts'
import type { Choice, Question } from './question.ts'

/** Questions as stored. One question with plain choices has the form of earlier versions. */
export type StoredQuestions = {
  readonly prompt: string
  readonly choices?: string[]
  readonly questions?: Question[]
}

/** Returns the form in which questions are stored. */
export function storedQuestions(questions: readonly Question[]): StoredQuestions {
  const [first] = questions
  const isPlain = questions.length === 1 && first?.multiple !== true && !hasDescriptions(first?.choices)
  if (!isPlain || first === undefined) return { prompt: promptOf(questions), questions: [...questions] }
  const labels = first.choices?.map(({ label }) => label)
  return { prompt: first.prompt, ...(labels === undefined ? {} : { choices: labels }) }
}

const hasDescriptions = (choices: readonly Choice[] = []): boolean =>
  choices.some(({ description }) => description !== undefined)

/** Returns the questions of a request, in order. */
export function questionsOf({
  prompt,
  choices,
  questions,
}: {
  readonly prompt: string
  readonly choices?: readonly string[]
  readonly questions?: readonly Question[]
}): readonly Question[] {
  if (questions !== undefined && questions.length > 0) return questions
  return [{ prompt, ...(choices === undefined ? {} : { choices: choices.map((label) => ({ label })) }) }]
}

/** Whether a request holds more than one question. */
export const isSeveral = ({ questions = [] }: { readonly questions?: readonly Question[] }): boolean =>
  questions.length > 1

/** Returns all questions as one text, numbered where there are several. */
export function promptOf(questions: readonly Question[]): string {
  if (questions.length === 1) return questions[0]?.prompt ?? ''
  return questions.map(({ prompt }, at) => `${at + 1}. ${prompt}`).join('\n\n')
}

/** The answer of the person: picked labels in the order of the choices, and own words. */
export type Answer = { readonly picked: readonly string[]; readonly own: string }

export const NO_ANSWER: Answer = { picked: [], own: '' }

export const isAnswered = ({ picked, own }: Answer): boolean => picked.length > 0 || own.trim() !== ''

/** The longest part of a question that is repeated before its answer, in UTF-16 units. */
const MOST_OF_A_QUESTION = 200

/** Writes the answers as one text for the model: each on its own lines, behind its question where there are several. */
export function answerWords(questions: readonly Question[], answers: readonly Answer[]): string {
  const words = questions.map((_, at) => {
    const { picked, own } = answers[at] ?? NO_ANSWER
    return [...picked, ...(own.trim() === '' ? [] : [own.trim()])].join('\n')
  })
  if (words.length === 1) return words.join('')
  return questions
    .map(({ prompt }, at) => {
      const [line = ''] = prompt.split('\n')
      return `${at + 1}. ${firstPart(line, MOST_OF_A_QUESTION)}\n${words[at]}`
    })
    .join('\n\n')
}
