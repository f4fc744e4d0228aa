import { expect, it } from 'vitest'
import type { FileProblem } from '#shared/agent/file-problem.ts'
import { mendedView } from './mended-view.ts'
import type { Definitions } from './use-definitions.ts'

const problem = { id: 'reader', file: '/agents/reader.md' } as FileProblem
const view = { kind: 'problem', problem, ofAgent: true } as const
const known = (agents: readonly string[], problems: readonly FileProblem[]) =>
  ({ agents: { agents: agents.map((id) => ({ id })), problems } }) as unknown as Definitions

it('stays with a file for as long as something is wrong with it', () => {
  const views = [null, known(['reader'], [problem]), known([], [])].map((each) => mendedView(view, each))
  expect(views).toEqual([view, view, view])
})

it('shows the agent once its file was put right elsewhere', () => {
  expect(mendedView(view, known(['reader'], []))).toEqual({ kind: 'definition', id: 'reader' })
})

it('leaves every other page as it is', () => {
  expect(mendedView({ kind: 'grants' }, known(['reader'], []))).toEqual({ kind: 'grants' })
})
