import { expect, it } from 'vitest'
import { AppError, type AppErrorData } from '#shared/errors.ts'
import type { CallAnswer } from '#shared/ipc/bridge.ts'
import { createApi, problemOf } from './api.ts'
import { problemWords } from './messages/problem-words.ts'

const apiAnswering = (answer: CallAnswer) =>
  createApi({ call: async () => answer, onEvent: () => () => undefined })

it('answers with the value main answered', async () => {
  const api = apiAnswering({ ok: true, value: [] })
  expect(await api.call('project.list', {})).toEqual([])
})

it('throws the error main refused with', async () => {
  const error = { code: 'run.active', message: 'A run is going on. Stop it first.', recoverable: false }
  const failure = await apiAnswering({ ok: false, error })
    .call('project.list', {})
    .catch((thrown: unknown) => thrown)
  expect(failure).toBeInstanceOf(AppError)
  expect(problemOf(failure)).toEqual(error)
})

it('says what main wrote in the language of the window, and says it only once', async () => {
  const error = { code: 'tool.failed', message: 'The pier is gone.', recoverable: false } as const
  const inChinese = (problem: AppErrorData) => problemWords('zh-CN', problem)
  const bridge = { call: async () => ({ ok: false, error }) as const, onEvent: () => () => undefined }
  const failure = await createApi(bridge, inChinese)
    .call('project.list', {})
    .catch((thrown: unknown) => thrown)
  const { message } = problemOf(failure)
  expect(message).toMatch(/（原文：“The pier is gone\.”）$/)
  expect(inChinese(problemOf(failure))).toBe(message)
})

it('turns an error it cannot read into a sentence instead of failing on it', async () => {
  const failure = await apiAnswering({ ok: false, error: 'boom' })
    .call('project.list', {})
    .catch((thrown: unknown) => thrown)
  expect(problemOf(failure)).toMatchObject({ code: 'other', recoverable: false })
})
