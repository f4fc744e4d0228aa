import { describe, expect, it } from 'vitest'
import { answerWords, isAnswered, questionsOf, storedQuestions } from './question-words.ts'

const which = { prompt: 'Which database?', choices: [{ label: 'SQLite' }, { label: 'Postgres' }] }
const described = { prompt: 'Which?', choices: [{ label: 'SQLite', description: 'One file.' }] }
const several = {
  prompt: 'Which parts?\nPick all.',
  choices: [{ label: 'a' }, { label: 'b' }],
  multiple: true as const,
}

describe('questions', () => {
  it.each([
    [[which], { prompt: 'Which database?', choices: ['SQLite', 'Postgres'] }],
    [[{ prompt: 'Why?' }], { prompt: 'Why?' }],
    [[described], { prompt: 'Which?', questions: [described] }],
    [[several], { prompt: several.prompt, questions: [several] }],
    [[which, several], { prompt: `1. Which database?\n\n2. ${several.prompt}`, questions: [which, several] }],
  ])('are stored and read back: %#', (questions, stored) => {
    expect(storedQuestions(questions)).toEqual(stored)
    expect(questionsOf(storedQuestions(questions))).toEqual(questions)
  })
})

describe('answers', () => {
  it('to one question are the answer alone', () => {
    expect(answerWords([which], [{ picked: ['SQLite'], own: '' }])).toBe('SQLite')
    expect(answerWords([several], [{ picked: ['a', 'b'], own: ' and c ' }])).toBe('a\nb\nand c')
  })

  it('to several questions follow their questions', () => {
    const words = answerWords(
      [which, several],
      [
        { picked: [], own: 'DuckDB' },
        { picked: ['b'], own: '' },
      ],
    )
    expect(words).toBe('1. Which database?\nDuckDB\n\n2. Which parts?\nb')
  })

  it('are there once something was picked or written', () => {
    expect(
      [
        { picked: [], own: ' ' },
        { picked: ['a'], own: '' },
        { picked: [], own: 'x' },
      ].map(isAnswered),
    ).toEqual([false, true, true])
  })
})
