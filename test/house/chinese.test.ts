import { expect, it } from 'vitest'
import { z } from 'zod'
import { parseConfig } from '../../src/main/config/toml/config-text.ts'
import { readFrontMatter } from '../../src/main/extensions/front-matter.ts'
import { answerOf } from '../../src/main/extensions/hook-answers.ts'
import { parseToml } from '../../src/main/extensions/toml-file.ts'
import { parseScript } from '../../src/main/workflows/engine/parse-script.ts'
import { createSchemaCheck } from '../../src/main/workflows/host/scripts/schema-check.ts'
import { CATALOGUES } from '../../src/renderer/messages/catalogues.ts'
import type { Message } from '../../src/renderer/messages/message.ts'
import { problemWords, stopWords } from '../../src/renderer/messages/problem-words.ts'
import { WORDED } from '../../src/renderer/messages/zh-CN/facts.ts'
import { sentences } from '../../src/renderer/messages/zh-CN/sentences.ts'
import { AppError, type AppErrorData } from '../../src/shared/errors.ts'
import { SENTENCES, type SentenceName, say } from '../../src/shared/sentences.ts'

/** What a Chinese sentence may hold in Latin letters besides single names: quotes that say they are quotes, and code. */
const QUOTED = /“[^”]*”|"[^"]*"|`[^`]*`|\/memory [a-z]+|\{\w+\}/g
const NAMES =
  /Claude Code|Visual Studio Code|JSON Schema|llama\.cpp|LM Studio|GNU|top P|git worktree|run git status|workflow\.js/g
/** Two English words side by side are a piece of a sentence. */
const ENGLISH = /\b[A-Za-z][a-z']+ (?:[a-z']+ )*[a-z']{2,}\b/

const englishIn = (text: string): string | null =>
  ENGLISH.exec(text.replaceAll(QUOTED, '·').replaceAll(NAMES, '·'))?.[0] ?? null

it.each([
  ['运行已停止：it was stopped。', 'it was stopped'],
  ['脚本出错：“it was stopped”', null],
  ['请打开 Settings', null],
])('finds the English in %s', (text, found) => {
  expect(englishIn(text)).toBe(found)
})

it('no Chinese message and no Chinese sentence holds a piece of an English one', () => {
  const texts = (message: Message) => (typeof message === 'string' ? [message] : Object.values(message))
  const all: readonly (readonly [string, string])[] = [
    ...Object.entries(CATALOGUES['zh-CN']).flatMap(([key, message]) =>
      texts(message).map((text) => [key, text] as const),
    ),
    ...Object.entries(sentences),
  ]
  const bad = all.flatMap(([key, text]) => (englishIn(text) === null ? [] : [`${key}: ${text}`]))
  expect(bad).toEqual([])
})

/** Words for what the app calls otherwise everywhere else: 你, 对话, 词元, 密钥, 密钥库, 它们. */
const OTHER_WORDS = /您|会话|\bTokens?\b|机密|保险库|[他她]们/
/** A gap beside Chinese punctuation, which brings its own, and a name that no gap sets apart from the words around it. */
const BAD_GAPS =
  /[，。：；！？、）] | [，。：；！？、（]|\p{sc=Han} \p{sc=Han}|\p{sc=Han}(?:[A-Za-z\d]|\{(?:name|tool|agent|model)\})|(?:[A-Za-z\d]|\{(?:name|tool|agent|model)\})\p{sc=Han}/u

it('Chinese has one word for one thing, and gaps where Latin letters begin and nowhere else', () => {
  const all = [...Object.entries(CATALOGUES['zh-CN']), ...Object.entries(sentences)]
  const bad = all.filter(([, text]) => {
    const words = typeof text === 'string' ? text : JSON.stringify(Object.values(text))
    return OTHER_WORDS.test(words) || BAD_GAPS.test(words)
  })
  expect(bad).toEqual([])
})

/** Where the word is what it means in Chinese: a proxy. */
const OF_PROXIES = /^llm\.prox/

it('an agent has one name in Chinese, which is not that of a proxy', () => {
  const all = [...Object.entries(CATALOGUES['zh-CN']), ...Object.entries(sentences)]
  const bad = all.filter(([key, text]) => JSON.stringify(text).includes('代理') && !OF_PROXIES.test(key))
  expect(bad.map(([key]) => key)).toEqual([])
})

/** Gaps for words, and not for names and figures. */
const PROSE = new Set(['what', 'reason', 'words', 'problem', 'why', 'noun', 'found', 'from', 'problems'])

it('words that others put into a Chinese sentence are quoted there, or said in Chinese', () => {
  const bare = (Object.keys(SENTENCES) as SentenceName[]).flatMap((name) =>
    [...sentences[name].matchAll(/(“?)\{(\w+)\}/g)]
      .filter(
        ([, quote, gap = '']) =>
          `${name} ${gap}` !== 'call.unsteady what' &&
          PROSE.has(gap) &&
          quote === '' &&
          WORDED[name]?.[gap] === undefined,
      )
      .map(([, , gap]) => `${name}: ${gap}`),
  )
  expect(bare).toEqual([])
})

const chinese = (error: unknown): string =>
  error instanceof AppError ? problemWords('zh-CN', error.toData()) : String(error)
const thrownBy = async (act: () => unknown): Promise<string> => {
  try {
    await act()
  } catch (error) {
    return chinese(error)
  }
  return 'Nothing was wrong.'
}
const Form = z.strictObject({
  model: z.exactOptional(z.string().min(2)),
  turns: z.exactOptional(z.int().min(1).max(9)),
  mode: z.exactOptional(z.enum(['ask', 'plan'])),
  tools: z.exactOptional(z.array(z.string()).max(1)),
})
const toml = (text: string) => thrownBy(() => parseConfig(Form, text, 'config.toml'))

it.each([
  ['model = "abc\n', '可能缺少结束的引号'],
  ['model = """abc\n', '有一段文本没有结束'],
  ['model = \n', '值的写法不正确'],
  ['tools = ["a" "b"]\n', '缺少逗号'],
  ['tools = ["a",\n', '值的写法不正确'],
  ['model = "ab"\nmodel = "cd"\n', '同一个名称写了两次'],
  ['model = "\\q"\n', '反斜杠'],
  ['mo del = 1\n', '键的写法不正确'],
  ['model = "ab" turns = 2\n', '每行只能写一个键和值'],
  ['turns = "many"\n', '应为数字'],
  ['turns = 12\n', '应 <= 9'],
  ['turns = 0.5\n', '整数'],
  ['model = "a"\n', '至少应有 2 个字符'],
  ['mode = "go"\n', '应为以下之一："ask", "plan"'],
  ['tools = ["a", "b"]\n', '最多可有 1 项'],
  ['tempo = 1\n', '不支持的键（设置）：tempo'],
])('says in Chinese what is wrong with the settings %j', async (text, kind) => {
  const words = await toml(text)
  expect(words).toContain(kind)
  expect(words).toContain('config.toml')
  expect(englishIn(words)).toBeNull()
})

it('quotes the words of the parser last', async () => {
  expect(await toml('model = "abc\n')).toMatch(
    /^config\.toml 第 1 行有误：文本里有换行或不可见的字符，可能缺少结束的引号（检查程序的原话：“[^”]+”）$/,
  )
})

it.each([
  ['---\nmodel: [a\n---\nx', '没有闭合'],
  ['---\nmodel: "a\n---\nx', '有一段文本没有结束'],
  ['---\nmodel: a\nmodel: b\n---\nx', '同一个名称写了两次'],
  ['---\nmodel: a\n\tturns: 2\n---\nx', '缩进不正确'],
  ['---\nmodel: a: b\n---\nx', '键和值的写法不正确'],
  ['---\nmodel: @a\n---\nx', '不允许的字符'],
  ['no header', '没有开头部分'],
])('says in Chinese what is wrong with the header %j', async (text, kind) => {
  const words = await thrownBy(() => readFrontMatter(Form, text, { name: 'a.md', noun: 'agent' }))
  expect(words).toContain(kind)
  expect(englishIn(words)).toBeNull()
})

it('says in Chinese what is wrong with a hook and its answer', async () => {
  const input = { turn: 1 } as never
  const answers = ['{"inject": 3}', '{"decision": "maybe"}', '{"stop": true}', '[]', 'nonsense']
  const all = await Promise.all([
    thrownBy(() => parseToml(Form, 'model = "abc\n', { name: 'a.toml', noun: 'hook' })),
    ...answers.map((out) => thrownBy(() => answerOf('tool.before', { exitCode: 0, out, err: '' }, input))),
    thrownBy(() => answerOf('tool.after', { exitCode: 3, out: '', err: 'it went wrong here' }, input)),
  ])
  expect(all.map(englishIn)).toEqual(all.map(() => null))
  expect(all.join('\n')).toMatch(/\p{Script=Han}/u)
  expect(all).not.toContain('Nothing was wrong.')
})

it.each([
  ['const a = ;', '不应有的内容'],
  ['const a = "b', '有一段文本没有结束'],
  ['const a = 1\nconst a = 2', '同一个名称写了两次'],
  ['const a', '不应有的内容'],
  ['1 = 2', '不能给这里赋值'],
  ['try { }', '缺少 catch'],
  ['/* a', '有一段注释没有结束'],
  ['export const meta = { name: "A b" }', '小写单词'],
])('says in Chinese what is wrong with the script %j', (script, kind) => {
  const parsed = parseScript(script, 'a.js')
  if (parsed.ok) throw new Error('This must not be right.')
  const { message, said } = parsed.problem
  const words = chinese(AppError.quoting('script.invalid', message, { said }))
  expect(words).toContain(kind)
  expect(englishIn(words)).toBeNull()
})

it('says in Chinese what does not fit a JSON Schema, and what is wrong with one', () => {
  const check = createSchemaCheck()
  const schema = {
    type: 'object',
    required: ['a'],
    additionalProperties: false,
    properties: {
      a: { type: 'string', maxLength: 2 },
      b: { enum: [1, 2] },
      c: { type: 'number', minimum: 3 },
    },
  }
  const values = [{}, { a: 1 }, { a: 'abc' }, { a: 'a', b: 3 }, { a: 'a', c: 1 }, { a: 'a', d: 1 }]
  const wrong = [
    ...values.map((value) => check(JSON.stringify(schema), JSON.stringify(value))),
    check('{"type":"nonsense"}', '1'),
    check('{"$ref":"#/nowhere"}', '1'),
  ]
  const words = wrong.map((verdict) => {
    const what = verdict.fits ? '' : verdict.problems.join(' ')
    return chinese(AppError.saying('script.invalid', say('args.misfit', { name: 'a', what })))
  })
  expect(words.map(englishIn)).toEqual(words.map(() => null))
  expect(words.map((text) => /：(.*?)（检查/.exec(text)?.[1])).toEqual([
    ...['缺少 a', '应为文本', '最多 2 项或个字符', '应为以下之一：[1,2]', '应 >= 3', '多出了 d'],
    ...['模式本身写法不正确', '找不到所引用的 #/nowhere'],
  ])
})

it('says why a run was stopped in Chinese, and quotes what an agent gave as its reason', () => {
  const cancelled: AppErrorData = { ...AppError.cancelled('Stopped by you.').toData() }
  expect(problemWords('zh-CN', cancelled)).toBe('由你停止。')
  expect(stopWords('zh-CN', 'Orrery was closed.', [])).toBe('Orrery 已关闭。')
  expect(stopWords('zh-CN', 'It is to the right.', [])).toBe('“It is to the right.”')
  expect(stopWords('zh-CN', '它在右边。', [])).toBe('它在右边。')
  expect(stopWords('en', 'It is to the right.', [])).toBe('It is to the right.')
})
