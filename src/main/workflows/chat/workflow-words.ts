import type { AppErrorData } from '#shared/errors.ts'
import { filled } from '#shared/filled.ts'
import { firstPart } from '#shared/first-part.ts'
import { GIT_SENTENCES_ZH } from '#shared/messages/zh-CN/git-sentences.ts'
import { HOOK_SENTENCES_ZH } from '#shared/messages/zh-CN/hook-sentences.ts'
import { RUN_SENTENCES_ZH } from '#shared/messages/zh-CN/run-sentences.ts'
import { SCRIPT_SENTENCES_ZH } from '#shared/messages/zh-CN/script-sentences.ts'
import { englishOf, type Sentence, type SentenceName, say } from '#shared/sentences.ts'
import type { WorkflowState } from '#shared/workflow/workflow.ts'
import type { WorkflowRunDetail } from '#shared/workflow/workflow-run.ts'
import type { MainLocale } from '../../chats/main-locale.ts'
import type { ImportProblem } from '../host/import-runs.ts'

type Known = Sentence & { readonly name: SentenceName }

type Words = {
  readonly state: Readonly<Record<WorkflowState, string>>
  readonly head: (run: WorkflowRunDetail, state: string) => string
  readonly result: string
  readonly more: (characters: number) => string
  readonly kept: string
  readonly started: (run: string, command: string) => string
  readonly title: (run: string, state: string) => string
  readonly agents: (run: WorkflowRunDetail) => string
  readonly unwritten: (run: string, reason: string) => string
  readonly unread: (project: string, list: string, more: number) => string
}

const EN: Words = {
  state: {
    running: 'running',
    paused: 'paused',
    interrupted: 'interrupted',
    stopped: 'stopped',
    failed: 'failed',
    done: 'done',
  },
  head: (run, state) =>
    `The workflow ${named(run)} is ${state}: ${run.agentsDone} of ${run.agentsTotal} agents, ${run.tokens} output tokens.`,
  result: 'Result:\n',
  more: (characters) => `… ${characters} more characters are in the monitor.`,
  kept: 'What had finished is kept; resume it in Workflows.',
  started: (run, command) => `The workflow ${run} was started by /${command}.`,
  title: (run, state) => `${run} is ${state}`,
  agents: (run) => `${run.agentsDone} of ${run.agentsTotal} agents`,
  unwritten: (run, reason) =>
    `The run ${run} could not be written into .orrery/workflow-runs of its project (${reason}). It is kept here; Export in its menu tries again.`,
  unread: (project, list, more) =>
    `Some runs in .orrery/workflow-runs of ${project} were left out: ${list}${more === 0 ? '' : `, and ${more} more`}. The files stay as they are.`,
}

const ZH: Words = {
  state: {
    running: '正在运行',
    paused: '已暂停',
    interrupted: '已中断',
    stopped: '已停止',
    failed: '已失败',
    done: '已完成',
  },
  head: (run, state) =>
    `工作流 ${named(run)} ${state}：${run.agentsDone}/${run.agentsTotal} 个智能体，输出 ${run.tokens} 个词元。`,
  result: '结果：\n',
  more: (characters) => `…… 其余 ${characters} 个字符可在监视器中查看。`,
  kept: '已完成的部分都已保留，可在“工作流”中继续运行。',
  started: (run, command) => `工作流 ${run} 已由 /${command} 启动。`,
  title: (run, state) => `${run} ${state}`,
  agents: (run) => `${run.agentsDone}/${run.agentsTotal} 个智能体`,
  unwritten: (run, reason) =>
    `运行 ${run} 未能写入其项目的 .orrery/workflow-runs（${reason}）。它仍保存在这里；可在其菜单中用“导出”重试。`,
  unread: (project, list, more) =>
    `${project} 的 .orrery/workflow-runs 中有些运行未能读入：${list}${more === 0 ? '' : `，另有 ${more} 个`}。文件保持原样。`,
}

const dollars = (usd: number): string => `$${usd.toFixed(2)}`

/** Returns the usage and the limit. Money is included if it is limited. */
function usedBy(run: WorkflowRunDetail): Known {
  const ceiling = ceilingsOf(run)
  const tokens = String(run.tokens)
  const line = run.budgetUsd ?? run.warnUsd ?? null
  if (run.usd === null || line === null)
    return ceiling === '' ? say('run.usedOpen', { tokens }) : say('run.usedOf', { tokens, ceiling })
  const usd = dollars(run.usd)
  return ceiling === '' ? say('run.paidOpen', { tokens, usd }) : say('run.paidOf', { tokens, usd, ceiling })
}

function ceilingsOf({ budget, budgetUsd }: WorkflowRunDetail): string {
  const ceilings = [budget, budgetUsd === null || budgetUsd === undefined ? null : dollars(budgetUsd)]
  return ceilings.filter((each) => each !== null).join(' / ')
}

const WORDS: Readonly<Record<MainLocale, Words>> = { en: EN, 'zh-CN': ZH }

/** Maximum characters of a result in the launching chat, and of an error in a desktop notification. */
const MOST_RESULT = 4_000
const MOST_NOTICE = 200
/** Maximum damaged runs named. */
const NAMED = 3

const named = (run: { readonly name: string; readonly id: string }): string =>
  `${run.name} (#${run.id.slice(-6)})`

/** The formatted end of a run. `resultAt` is the offset of its result; null without one. */
export type WorkflowEnding = { readonly text: string; readonly resultAt: number | null }

/** Returns the completion notice for the chat that launched a run. */
export function workflowEnding(locale: MainLocale, run: WorkflowRunDetail, value: unknown): WorkflowEnding {
  const words = WORDS[locale]
  const head = words.head(run, words.state[run.state])
  if (run.state === 'done') {
    const before = `${head}\n${words.result}`
    return { text: before + cut(words, textOf(value)), resultAt: before.length }
  }
  const why = run.error === null ? '' : ` ${problemIn(locale, run.error)}`
  return { text: `${head}${why}\n${words.kept}`, resultAt: null }
}

/** Returns the notice for a chat whose command started a run. */
export function workflowStarted(
  locale: MainLocale,
  run: { readonly name: string; readonly id: string },
  command: string,
): string {
  return WORDS[locale].started(named(run), command)
}

/** Returns the desktop notification at the end of an attempt. */
export function workflowNotice(locale: MainLocale, run: WorkflowRunDetail): { title: string; body: string } {
  const words = WORDS[locale]
  const title = words.title(run.name, words.state[run.state])
  const body = run.error === null ? words.agents(run) : problemIn(locale, run.error).slice(0, MOST_NOTICE)
  return { title, body }
}

const TEXTS_ZH: Readonly<Record<string, string>> = {
  ...RUN_SENTENCES_ZH,
  ...SCRIPT_SENTENCES_ZH,
  ...HOOK_SENTENCES_ZH,
  ...GIT_SENTENCES_ZH,
}

/** Why a run ended, in the language of main where it has words for it. What models and tools say has none. */
function problemIn(locale: MainLocale, { message, said }: AppErrorData): string {
  const sentences = said ?? []
  const known = sentences.filter(({ name }) => Object.hasOwn(TEXTS_ZH, name))
  if (locale === 'en' || known.length === 0 || known.length < sentences.length) return message
  return known.map(inChinese).join('')
}

const inChinese = ({ name, facts }: Sentence): string => filled(TEXTS_ZH[name] ?? '', facts)

type WarnNotice = {
  /** For the desktop, in the language of main. */
  readonly title: string
  readonly body: string
  /** For the log of the run, which every window shows in its own. */
  readonly said: readonly Known[]
}

/** Returns the notification and log entry at the warning threshold. */
export function warnNotice(locale: MainLocale, run: WorkflowRunDetail): WarnNotice {
  const passed = say('run.pastWarn', { name: run.name })
  const used = usedBy(run)
  const text = (each: Known) => (locale === 'en' ? englishOf([each]) : inChinese(each))
  return { title: text(passed), body: text(used), said: [passed, used] }
}

/** Returns the notice about a run that could not be written into its project. */
export function unwrittenNotice(locale: MainLocale, run: WorkflowRunDetail, reason: string): string {
  return WORDS[locale].unwritten(named(run), reason)
}

/** Returns the notice about runs of a project folder that could not be imported. */
export function importNotice(
  locale: MainLocale,
  project: string,
  problems: readonly ImportProblem[],
): string {
  const list = problems.slice(0, NAMED).map(({ name, reason }) => `${name} (${reason})`)
  return WORDS[locale].unread(project, list.join(', '), Math.max(0, problems.length - NAMED))
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? 'nothing')
}

function cut(words: Words, text: string): string {
  if (text.length <= MOST_RESULT) return text
  return `${firstPart(text, MOST_RESULT)}\n${words.more(text.length - MOST_RESULT)}`
}
