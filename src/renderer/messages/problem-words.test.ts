import { expect, it } from 'vitest'
import { z } from 'zod'
import { settingProblem } from '#shared/config/setting-problem.ts'
import { AppError, ERROR_CODES, type ErrorCode } from '#shared/errors.ts'
import { SENTENCES, say } from '#shared/sentences.ts'
import { problemWords } from './problem-words.ts'
import { sentences } from './zh-CN/sentences.ts'

const data = (code: ErrorCode) => ({ code, message: 'The key was refused by 127.0.0.1.', recoverable: false })

it('leaves English as main wrote it', () => {
  expect(problemWords('en', data('llm.auth'))).toBe('The key was refused by 127.0.0.1.')
})

it('says in Chinese what kind of problem it is and keeps the particulars, for every code', () => {
  for (const code of ERROR_CODES) {
    expect(problemWords('zh-CN', data(code))).toMatch(
      /^[^A-Za-z]{4,}.*（原文：“The key was refused by 127\.0\.0\.1\.”）$/,
    )
  }
})

it('says in whole Chinese sentences what main said in sentences', () => {
  const facts = { host: '127.0.0.1:11434', model: 'qwen3' }
  const error = AppError.saying('llm.not_found', [
    say('llm.noModel', facts),
    say('llm.serverSays', { words: 'no such {host}' }),
  ]).toData()
  expect(problemWords('en', error)).toBe(
    '127.0.0.1:11434 does not have the model qwen3. Check its name, or install it on the server. The server says: “no such {host}”',
  )
  expect(problemWords('zh-CN', error)).toBe(
    '127.0.0.1:11434 没有模型 qwen3。请检查名称，或在服务器上安装它。服务器说：“no such {host}”',
  )
})

it('says in whole Chinese sentences what a settings file has wrong, with what became of it around it', () => {
  const { error } = z.strictObject({ runs: z.number() }).safeParse({ runs: 'many' })
  if (error === undefined) throw new Error('This must not fit.')
  const file = { file: 'config.toml', noun: 'config', keyText: String, lineOf: () => 3 } as const
  const problem = settingProblem(error, file)
  const around = problem.framed([say('setting.notSaved')], [say('setting.repairFirst')])
  expect(problemWords('zh-CN', around.toData())).toMatch(
    /^没有保存任何内容，因为 config\.toml 有问题：runs（config\.toml 第 3 行）不正确：.*。请先修复它。$/,
  )
})

it('keeps the English words when one of the sentences is of another version', () => {
  const said = [say('llm.serverSays', { words: 'no' }), { name: 'toString', facts: {} }]
  expect(problemWords('zh-CN', { ...data('llm.other'), said })).toBe(
    '模型服务器回答了一个错误。（原文：“The key was refused by 127.0.0.1.”）',
  )
})

it('has Chinese words of its own for every sentence', () => {
  for (const name of Object.keys(SENTENCES) as (keyof typeof SENTENCES)[]) {
    // A sentence ends with a full stop, after a quotation mark or colon, or next to another sentence.
    expect(sentences[name]).toMatch(/[一-鿿].*(?:[。？”]|：(?:\{\w+\})?|）)$/)
  }
})
