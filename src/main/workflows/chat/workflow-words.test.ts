import { expect, it } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { say } from '#shared/sentences.ts'
import type { WorkflowRunDetail } from '#shared/workflow/workflow-run.ts'
import { mainLocale } from '../../chats/main-locale.ts'
import { importNotice, warnNotice, workflowEnding, workflowNotice } from './workflow-words.ts'

const run = (more: object) =>
  ({
    id: 'wfr_00001234',
    name: 'tale',
    state: 'done',
    agentsDone: 3,
    agentsTotal: 4,
    tokens: 50,
    error: null,
    ...more,
  }) as WorkflowRunDetail

const failed = run({ state: 'failed', error: AppError.quoting('other', 'It broke.').toData() })

it('says how a run ended in the language of the person', () => {
  expect([workflowEnding('en', run({}), 'Fine.').text, workflowEnding('zh-CN', failed, null).text]).toEqual([
    'The workflow tale (#001234) is done: 3 of 4 agents, 50 output tokens.\nResult:\nFine.',
    '工作流 tale (#001234) 已失败：3/4 个智能体，输出 50 个词元。 It broke.\n已完成的部分都已保留，可在“工作流”中继续运行。',
  ])
})

it('shows the desktop the state and what went wrong', () => {
  expect([workflowNotice('en', run({})), workflowNotice('zh-CN', failed)]).toEqual([
    { title: 'tale is done', body: '3 of 4 agents' },
    { title: 'tale 已失败', body: 'It broke.' },
  ])
})

it('says in the language of the person what went wrong, where it has words for it', () => {
  const said = AppError.saying('limit.exceeded', say('run.moneySpent', { total: '$6.00', spent: '$6.02' }))
  const spent = run({ state: 'paused', error: said.toData() })
  expect([workflowNotice('en', spent).body, workflowNotice('zh-CN', spent).body]).toEqual([
    'The limit of $6.00 is reached ($6.02). Raise it and resume.',
    '已达到 $6.00 的上限（$6.02）。请提高上限后继续运行。',
  ])
  expect(workflowEnding('zh-CN', spent, null).text).toContain('已达到 $6.00 的上限')
})

it('says in several sentences what a script did wrong, and where', () => {
  const said = [
    { name: 'run.failedWith', facts: {} },
    { name: 'call.phaseTitle', facts: {} },
    { name: 'run.place', facts: { file: 'tide.js', line: '3', column: '7' } },
  ]
  const error = { code: 'script.failed', message: 'It broke.', recoverable: false, said } as const
  expect(workflowNotice('zh-CN', run({ state: 'failed', error })).body).toBe(
    '脚本出错：phase 需要标题：phase("Review")。（tide.js 第 3 行第 7 列）',
  )
})

it('says what a run past its warn line has used, to the desktop in words and to the log by name', () => {
  const near = run({ usd: 1.5, budget: 1_000, budgetUsd: 2, warnUsd: null })
  const { body, said } = warnNotice('zh-CN', near)
  expect([body, said.map(({ name }) => name)]).toEqual([
    '目前输出 50 个词元（$1.50）；到 1000 / $2.00 时暂停。',
    ['run.pastWarn', 'run.paidOf'],
  ])
  expect(warnNotice('en', run({ usd: 1.5, budget: null, budgetUsd: null, warnUsd: null }))).toMatchObject({
    title: 'tale passed its budget warning.',
    body: '50 output tokens so far; it has no limit.',
  })
})

it('cuts a long result and says how much is left', () => {
  const { text, resultAt } = workflowEnding('en', run({}), 'x'.repeat(5_000))
  expect(text.slice(resultAt ?? 0)).toMatch(/^x{4000}/)
  expect(text).toMatch(/x{4000}\n… 1000 more characters are in the monitor\.$/)
})

it('names three damaged runs and counts the others', () => {
  const problems = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ name, reason: 'is empty' }))
  expect(importNotice('en', 'ledger', problems)).toContain(
    'a (is empty), b (is empty), c (is empty), and 2 more',
  )
})

it.each([
  ['system', 'zh-TW', 'zh-CN'],
  ['system', 'de-DE', 'en'],
  ['en', 'zh-CN', 'en'],
  ['zh-CN', 'en-GB', 'zh-CN'],
] as const)('speaks, for the setting %s on a system in %s, %s', (choice, system, locale) => {
  expect(mainLocale(choice, system)).toBe(locale)
})
