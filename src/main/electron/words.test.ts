import { expect, it } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import { startProblem } from './words.ts'

const held = AppError.saying('db.unavailable', say('db.held', { place: '/数据/orrery.db' }))

it('says in the language of the system why the app did not start', () => {
  expect(startProblem(held, 'zh-CN')).toContain('另一个程序占用了数据库 /数据/orrery.db')
  expect(startProblem(held, 'de')).toBe(held.message)
})

it('says what it has no other words for as it is', () => {
  expect(startProblem(AppError.quoting('other', 'Something else.'), 'zh')).toBe('Something else.')
  expect(startProblem(AppError.saying('db.full', say('app.full')), 'zh')).toMatch(/^This could not be stored/)
})
