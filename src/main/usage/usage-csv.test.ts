import { describe, expect, it } from 'vitest'
import type { ModelInfo } from '#shared/model/model.ts'
import type { RequestSums } from '../log/model-requests.ts'
import { usageCsv } from './usage-csv.ts'

const ROW = {
  day: '2026-11-27',
  chatId: 'ses_1',
  projectId: 'prj_1',
  kind: 'chat',
  agent: 'build',
  model: 'openai/x',
  runs: 1,
  requests: 2,
  usage: {
    input: 700,
    output: 300,
    cacheRead: 50,
    cacheWrite: 20,
    reasoning: 90,
    cost: { billed: 0.5, estimated: 0.25, saved: 0.1, lost: 0.01 },
  },
} as RequestSums

type Names = { readonly project?: string | null; readonly title?: string | null }

/** The lines of a file with these rows, without its end. */
function linesOf(rows: readonly RequestSums[], names: Names = {}, info: ModelInfo | null = null) {
  const { project = 'tides', title = 'Low water' } = names
  const csv = usageCsv(rows, {
    modelOf: () => info,
    projectName: () => project,
    titleOf: () => title,
  })
  expect(csv.endsWith('\r\n')).toBe(true)
  return csv.slice(0, -2).split('\r\n')
}

const infoOf = (more: Partial<ModelInfo>) => ({ inputPrice: 0, outputPrice: 0, ...more }) as ModelInfo

it('names its columns, and has a line per day, chat, agent and model', () => {
  expect(linesOf([ROW, { ...ROW, day: '2026-11-28', agent: 'explore', kind: 'agent' }])).toEqual([
    'day,project,chat,kind,agent,model,requests,input_tokens,cache_read_tokens,cache_write_tokens,output_tokens,' +
      'reasoning_tokens,billed_usd,estimated_usd,saved_by_cache_usd,lost_to_misses_usd,unpriced_tokens,plan_tokens',
    '2026-11-27,tides,Low water,chat,build,openai/x,2,700,50,20,300,90,0.500000,0.250000,0.100000,0.010000,0,0',
    '2026-11-28,tides,Low water,agent,explore,openai/x,2,700,50,20,300,90,0.500000,0.250000,0.100000,0.010000,0,0',
  ])
})

it('has its columns also where nothing was used', () => {
  expect(linesOf([])).toHaveLength(1)
})

it('names what was deleted by its id, and leaves the project of none empty', () => {
  expect(linesOf([ROW], { project: null, title: null })[1]).toMatch(/^2026-11-27,prj_1,ses_1,chat,/)
  expect(linesOf([{ ...ROW, projectId: null }])[1]).toMatch(/^2026-11-27,,Low water,chat,/)
})

it.each([
  ['Tides, and more', '"Tides, and more"'],
  ['The "low" water', '"The ""low"" water"'],
  ['Two\nlines', '"Two\nlines"'],
])('quotes %j', (title, cell) => {
  expect(linesOf([ROW], { title })[1]).toContain(`,tides,${cell},chat,`)
})

describe('a title that a spreadsheet would take for a formula', () => {
  it.each([
    ['=cmd|calc!A0', "'=cmd|calc!A0"],
    ['+1+1', "'+1+1"],
    ['-2', "'-2"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\n=1', `"'\n=1"`],
    ['\uFF1D1+1', "'\uFF1D1+1"],
    ['=HYPERLINK("x","y")', `"'=HYPERLINK(""x"",""y"")"`],
  ])('is text: %j', (title, cell) => {
    expect(linesOf([ROW], { title })[1]).toContain(`,tides,${cell},chat,`)
    expect(linesOf([ROW], { project: title })[1]).toContain(`2026-11-27,${cell},Low water,`)
  })
})

it('counts tokens that a plan covers apart from those without a price', () => {
  const tokens = { input: 700, output: 300 }
  const onPlan = { ...ROW, usage: { ...tokens, cost: { estimated: 0 } } }
  expect(linesOf([onPlan], {}, infoOf({ plan: 'chatgpt' }))[1]).toMatch(/,0\.000000,0,1000$/)
  expect(linesOf([{ ...ROW, usage: tokens }])[1]).toMatch(/,0\.000000,1000,0$/)
})
