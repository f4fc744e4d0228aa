import { expect, it } from 'vitest'
import type { Question } from '#shared/session/interactions/question.ts'
import { openToolProject } from '../../../../test/support/rigs/tool-project.ts'

async function ask(args: unknown, answer = 'SQLite') {
  const asked: (readonly Question[])[] = []
  const { context, toolbox } = await openToolProject()
  const answering = async (questions: readonly Question[]) => {
    asked.push(questions)
    return answer
  }
  const opened = toolbox.find('ask')?.open(args)
  if (opened?.ok !== true) throw new Error(opened?.problem)
  const result = await opened.call.run({ ...context, ask: answering }, AbortSignal.timeout(30_000), null)
  return { result, asked }
}

it('puts one question with choices to the person', async () => {
  const { result, asked } = await ask({
    prompt: 'Which database?',
    choices: ['SQLite', 'Postgres', 'SQLite'],
  })
  expect(asked).toEqual([
    [{ prompt: 'Which database?', choices: [{ label: 'SQLite' }, { label: 'Postgres' }] }],
  ])
  expect(result).toMatchObject({
    text: 'SQLite',
    details: { kind: 'question', prompt: 'Which database?', answer: 'SQLite' },
  })
})

it('puts several questions with described choices at once', async () => {
  const choices = [{ label: 'SQLite', description: 'One file.' }, 'Postgres']
  const { result, asked } = await ask({
    prompt: 'Which database?',
    choices,
    more: [
      { prompt: 'Which parts?', choices: ['a', 'b'], multiple: true },
      { prompt: 'Why?', multiple: true },
    ],
  })
  expect(asked).toEqual([
    [
      {
        prompt: 'Which database?',
        choices: [{ label: 'SQLite', description: 'One file.' }, { label: 'Postgres' }],
      },
      { prompt: 'Which parts?', choices: [{ label: 'a' }, { label: 'b' }], multiple: true },
      { prompt: 'Why?' },
    ],
  ])
  expect(result.details).toMatchObject({ prompt: '1. Which database?\n\n2. Which parts?\n\n3. Why?' })
})
